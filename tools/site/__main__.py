"""`python -m tools.site`: build the website into `build/site`. Ends with 1, and says why, if anything in it is wrong."""

from __future__ import annotations

from pathlib import Path

import click

from gamedsl.errors import GameDslError
from tools.site.build import Extent, SiteError, build


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("build"), show_default=True, help="Work folder."
)
@click.option("--workshop", "has_workshop", is_flag=True, help="Also the workshop, and links into it (node and npm).")
def main(output: Path, has_workshop: bool) -> None:
    """Build the website from docs/, the games and the pages of findings, then check it."""
    try:
        site = build(output, Extent.WORKSHOP if has_workshop else Extent.PAGES)
    except (SiteError, GameDslError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{site / 'index.html'}: {sum(1 for _ in site.rglob('*.html'))} pages")


if __name__ == "__main__":
    main(prog_name="python -m tools.site")
