"""All small games that tell a secret, each in another way."""

from __future__ import annotations

from collections.abc import Mapping

from unit.semantics.secrets.small import Small
from unit.semantics.secrets.telling_by_choices import ASKED
from unit.semantics.secrets.telling_by_events import DONE
from unit.semantics.secrets.telling_by_values import SHOWN

LEAKS: Mapping[str, Small] = {**ASKED, **SHOWN, **DONE}
