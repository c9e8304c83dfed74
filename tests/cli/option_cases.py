"""What each option of each command does: a command line with it, and what it prints."""

from __future__ import annotations

from attrs import frozen


@frozen
class Case:
    """A command line with an option, what it prints (in output or errors), how it ends, and what is answered."""

    line: str
    says: str = ""
    code: int = 0
    stdin: str = ""


# What takes long is done once for several options: a line that stands here more than once is run once.
TUNE = "tune heap.gdl wishes.toml --matches 8 --fresh 8 -j 1 --candidates 1"
_TUNED = (
    "tune heap.gdl wishes.toml --variant long --set heap=15 --matches 8 --fresh 8 --jobs 1 --candidates 2 --no-cache "
    "--output mine"
)
_REPORTED = "report heap.gdl --matches 10 --skill 0 --agents greedy:1 --for victory --seed 4 -o -"
_PACED = "report heap.gdl --matches 20 --skill 0 --pace 60,0 --json"
_PRINTED = "cards heap.gdl --variant long --set heap=15 --paper letter --no-cache --output made.pdf"
_BUILT = "build heap.gdl --variant long --set heap=15 --players 3 --no-cache --output made.wasm --model model.json"
_TESTED = "test heap.gdl --variant long --set heap=15 --players 3 --matches 2 --seed 4 --no-cache"
_TOLD = "secrets love_letter --matches 5 --seed 4 --no-cache"
_PAGED = "page heap.gdl --players 2 --variant long --set heap=15 --no-cache --output made.html"

CASES: dict[str, dict[str, Case]] = {
    "check": {
        "--variant": Case("check heap.gdl -v --variant long", "heap.gdl with long"),
        "--set": Case("check heap.gdl -v --set heap=15", "heap=15"),
        "--players": Case("check heap.gdl -v --players 3", "3 players"),
        "--option": Case("check loose.gdl -v --option length=long", "length = long"),
        "--fix": Case("check slip.gdl --fix", "write `player` (E0301)"),
        "--verbose": Case("check heap.gdl --verbose", "bytes a position"),
        "--words": Case("check heap.gdl --words", "I0913"),
        "--strict": Case("check loose.gdl --strict", "1 warning", 1),
        "--quiet": Case("check heap.gdl heap.gdl --quiet"),
        "--anywhere": Case("check . --fix --anywhere", "slip.gdl:"),
        "--exclude": Case("check . --exclude slip.gdl --exclude loose.gdl", "3 files: no findings"),
        "--dependents": Case("check heap.gdl --dependents", "long.gdl: no findings\n2 files: no findings"),
        "--stdin-name": Case("check - --stdin-name draft.gdl", " --> draft.gdl:1:", 1, "game"),
        "--format": Case("check slip.gdl --format github", "::error file=slip.gdl", 1),
        "--json": Case("check heap.gdl --json", '"diagnostics": []'),
        "--path": Case("check .far/other.gdl --path .bases", "other.gdl: no findings"),
    },
    "fmt": {
        "--check": Case("fmt wide.gdl --check", "wide.gdl: would change", 1),
        "--diff": Case("fmt wide.gdl --diff", "+    heap -= stones", 1),
        "--quiet": Case("fmt wide.gdl heap.gdl --quiet"),
        "--anywhere": Case("fmt . --anywhere --exclude slip.gdl", "wide.gdl: formatted"),
        "--exclude": Case("fmt . --check --exclude wide.gdl --exclude slip.gdl", "0 would change"),
        "--stdin-name": Case("fmt - --stdin-name draft.gdl", "draft.gdl: left as it is", 1, "game"),
        "--json": Case("fmt heap.gdl --json", '"written": false'),
    },
    "test": {
        **dict.fromkeys(("--variant", "--set", "--no-cache"), Case(_TESTED, "heap.gdl with long, heap=15")),
        "--players": Case(_TESTED, "3 players"),
        "--option": Case("test loose.gdl --matches 1 --option length=long", "length = long"),
        **dict.fromkeys(("--matches", "--seed"), Case(_TESTED, "2 matches")),
        "--only": Case("test heap.gdl --matches 0 --only nothing", "no example has `nothing` in its name", 2),
        "--quiet": Case("test heap.gdl --matches 0 --quiet"),
        "--junit": Case("test heap.gdl --matches 0 --junit made.xml --quiet"),
        "--exclude": Case("test . --matches 0 --exclude *.gdl", "there are no rules", 2),
        "--dependents": Case("test heap.gdl --matches 0 --dependents", "2 files: all passed"),
        "--force": Case("test heap.gdl --matches 0 --junit mine.json --force", "ok 1 example"),
        "--json": Case("test heap.gdl --matches 0 --json", '"passed": true'),
        "--path": Case("test .far/other.gdl --matches 0 --path .bases", "ok 1 example"),
    },
    "secrets": {
        "--variant": Case("secrets heap.gdl --variant long", "nothing hidden is learned"),
        "--set": Case("secrets heap.gdl --set heap=15", "nothing hidden is learned"),
        "--players": Case("secrets heap.gdl --players 3", "heap.gdl, 3 players"),
        "--option": Case("secrets loose.gdl --option length=long", "length = long"),
        **dict.fromkeys(("--matches", "--seed"), Case(_TOLD, "5 random matches of seed 4")),
        "--no-cache": Case(_TOLD, "the rules say `openly`"),
        "--json": Case("secrets kuhn_poker --matches 5 --json", '"said": "shown"'),
        "--path": Case("secrets .far/other.gdl --path .bases", "nothing hidden is learned"),
    },
    "graph": {
        "--diff": Case("graph --diff heap.gdl long.gdl", "nodes: 2 new"),
        "--to-players": Case("graph --diff heap.gdl long.gdl --to-players 3", "3 seats"),
        "--to-option": Case("graph --diff loose.gdl loose.gdl --to-option length=long", "The graphs are the same"),
        "--variant": Case("graph heap.gdl --variant long", "variants  long"),
        "--set": Case("graph heap.gdl --set heap=15", "= 15"),
        "--players": Case("graph heap.gdl --players 3", "seats     P1, P2, P3"),
        "--option": Case("graph loose.gdl --option length=long", "length = long"),
        "--format": Case("graph heap.gdl --format dot", "digraph"),
        "--as-written": Case("graph heap.gdl --format dot --as-written", "heap -= "),
        "--output": Case("graph heap.gdl --output made.svg", "made.svg is written"),
        "--no-cache": Case("graph heap.gdl --no-cache", "made by gamedsl"),
        "--force": Case("graph heap.gdl -o mine.json --force", "mine.json is written"),
        "--json": Case("graph heap.gdl --json", '"nodes": ['),
        "--path": Case("graph .far/other.gdl --path .bases", "made by gamedsl"),
    },
    "simulate": {
        "--variant": Case("simulate heap.gdl --matches 1 --variant long", "long of heap"),
        "--set": Case("simulate heap.gdl --matches 1 --set heap=15", "1 match"),
        "--players": Case("simulate heap.gdl --matches 2 --players 4", "4 players"),
        "--option": Case("simulate loose.gdl --matches 2 --option length=long", "length = long"),
        "--matches": Case("simulate heap.gdl --matches 3", "3 matches"),
        "--seed": Case("simulate heap.gdl --matches 1 --seed 9", "seed 9"),
        "--first": Case("simulate heap.gdl --matches 1 --first 7 --json", '"first": 7'),
        "--agents": Case("simulate heap.gdl --matches 1 --players 2 --agents mcts:5,random", "mcts:5, random steps"),
        "--for": Case(
            "simulate heap.gdl --matches 1 --players 2 --agents mcts:5,random --for rank",
            "mcts:5 for rank, random steps",
        ),
        "--seat": Case("simulate heap.gdl --matches 1 --seat 2=greedy:1", "greedy:1"),
        "--policy": Case("simulate heap.gdl --matches 1 --policy moves", "moves"),
        "--jobs": Case("simulate heap.gdl --matches 2 --jobs 2", "2 matches"),
        "--from": Case("simulate loose.gdl --matches 1 --from near_end", "from near_end"),
        "--after": Case("simulate heap.gdl --matches 1 --from match.json --after 0", "0 moves of match.json"),
        "--no-cache": Case("simulate heap.gdl --matches 1 --no-cache", "1 match"),
        "--output": Case("simulate heap.gdl --matches 2 --output made.csv", "made.csv: 4 rows of 2 matches"),
        "--decisions": Case(
            "simulate heap.gdl --matches 1 --out - --decisions", "decision,seat,agent,offered,action,chosen"
        ),
        "--force": Case("simulate heap.gdl --matches 2 --out mine.jsonl --force", "mine.jsonl: 4 rows"),
        "--json": Case("simulate heap.gdl --matches 1 --json", '"matches": 1'),
        "--path": Case("simulate .far/other.gdl --matches 1 --path .bases", "other of stones"),
    },
    "compare": {
        "--variant": Case("compare heap.gdl --matches 3 --variant long", "long of heap"),
        "--set": Case("compare heap.gdl --matches 3 --set heap=15", "heap with heap=15"),
        "--players": Case("compare heap.gdl long.gdl --matches 3 --players 3", "3 players"),
        "--option": Case("compare loose.gdl loose.gdl --matches 2 --option length=long", "length = long"),
        "--to-players": Case("compare heap.gdl --matches 3 --to-players 3", "heap (3 players)"),
        "--to-option": Case("compare loose.gdl --matches 2 --to-option length=long", "(2 players, length: long)"),
        "--agents": Case("compare heap.gdl wide.gdl --matches 3 --agents random:moves", "random moves"),
        "--for": Case(
            "compare heap.gdl wide.gdl --matches 3 --agents greedy:1 --for points", "nobody can aim at points", 2
        ),
        "--to-agents": Case("compare heap.gdl --matches 3 --to-agents random:moves", "heap (random moves)"),
        "--matches": Case("compare heap.gdl long.gdl --matches 4", "4 matches each"),
        "--until": Case("compare heap.gdl wide.gdl --matches 3 --until 0%", "no percentage", 2),
        "--seed": Case("compare heap.gdl long.gdl --matches 3 --seed 9", "seed 9"),
        "--jobs": Case("compare heap.gdl long.gdl --matches 3 --jobs 1", "3 matches each"),
        "--no-cache": Case("compare heap.gdl long.gdl --matches 3 --no-cache", "3 matches each"),
        "--json": Case("compare heap.gdl long.gdl --matches 3 --json", '"matches_for_uses": 3'),
        "--path": Case("compare heap.gdl .far/other.gdl --matches 3 --path .bases", "other of stones"),
    },
    "report": {
        **dict.fromkeys(
            ("--variant", "--set", "--players", "--agents", "--skill", "--jobs", "--output", "--no-cache"),
            Case(
                "report heap.gdl --variant long --set heap=15 --players 3 --agents random:moves --matches 10 --skill 2 "
                "--jobs 1 --no-cache --output made.html",
                "made.html is written",
            ),
        ),
        "--option": Case(
            "report loose.gdl --matches 10 --skill 0 --option length=long", "loose.report.html is written"
        ),
        "--for": Case(_REPORTED, "greedy:1 for victory"),
        **dict.fromkeys(("--matches", "--seed"), Case(_REPORTED, "10 matches of seed 4")),
        "--look": Case("report heap.gdl --matches 10 --look none.toml", "no look file", 2),
        "--skill-seconds": Case(
            "report heap.gdl --matches 10 --skill 4 --skill-seconds 2", "heap.report.html is written"
        ),
        "--force": Case("report heap.gdl --matches 10 --skill 0 -o mine.html --force", "mine.html is written"),
        "--deep": Case(
            "report heap.gdl --matches 10 --skill 0 --deep 2 --strengths random,greedy:1", "too few deals (2 of 20)"
        ),
        "--deep-seconds": Case(
            "report heap.gdl --matches 10 --skill 0 --deep 2 --deep-seconds 0",
            "there was time to look into 1 of 2 matches",
        ),
        "--strengths": Case("report heap.gdl --strengths random,mcts:5", "add `--deep 20`", 2),
        "--pace": Case(_PACED, "takes 60 seconds and 0 more"),
        "--json": Case(_PACED, '"name": "minutes"'),
        "--path": Case("report .far/other.gdl --matches 10 --skill 0 --path .bases", "other.report.html is written"),
    },
    "campaign": {
        "--output": Case("campaign plan.toml -j 1 --output made", "made: 4 matches, of which 4 are new"),
        "--jobs": Case("campaign plan.toml --jobs 1", "plan.results: 4 matches"),
        "--cluster": Case("campaign plan.toml -j 1 --cluster tcp://here:1", "contradict each other", 2),
        "--no-cache": Case("campaign plan.toml -j 1 --no-cache", "plan.results: 4 matches"),
        "--json": Case("campaign plan.toml -j 1 --json", '"played": 4'),
        "--path": Case("campaign far.toml -j 1 --path .bases", "other of stones"),
    },
    "tune": {
        **dict.fromkeys(
            ("--variant", "--set", "--candidates", "--jobs", "--no-cache"),
            Case(_TUNED, "heap.gdl with long, heap=15: 2 of 4 combinations"),
        ),
        "--output": Case(_TUNED, "mine/tuning.html is written"),
        "--players": Case(f"{TUNE} --players 9", "for 2 to 4 players, not 9", 2),
        "--option": Case("tune loose.gdl pace.toml --option length=middle", "cannot be `middle`", 2),
        "--agents": Case(f"{TUNE} --agents nobody", "there is no agent `nobody`", 2),
        "--for": Case(f"{TUNE} --agents greedy:1 --for points", "nobody can aim at points", 2),
        "--matches": Case(f"{TUNE} --matches 7", "7 is not in the range", 2),
        "--fresh": Case(f"{TUNE} --fresh 1", "1 is not in the range", 2),
        "--seed": Case(f"{TUNE} --seed 5 --json", '"candidates": 1'),
        "--json": Case(f"{TUNE} --seed 5 --json", '"combinations": 4'),
        "--cluster": Case(f"{TUNE} --cluster tcp://here:1", "contradict each other", 2),
        "--look": Case(f"{TUNE} --look none.toml", "no look file", 2),
        "--force": Case(f"{TUNE} --force", "heap_tuned/tuning.html is written"),
        "--path": Case(
            "tune .far/other.gdl wishes.toml --matches 8 --fresh 8 -j 1 --candidates 1 --path .bases",
            "other.gdl: 1 of 4",
        ),
    },
    "play": {
        "--variant": Case("play heap.gdl --seed 1 --variant long", "Long of Heap", 0, "quit"),
        "--set": Case("play heap.gdl --seed 1 --set heap=15", "You are", 0, "quit"),
        "--players": Case("play heap.gdl --players 3 --seed 1", "3 players", 0, "quit"),
        "--option": Case("play loose.gdl --seed 1 --option length=long", "length: long", 0, "quit"),
        "--names": Case("play heap.gdl --seed 1 --names Eva,Leo", "You are Eva", 0, "quit"),
        "--seat": Case("play heap.gdl --seed 1 --seat 2 --names Eva,Leo", "You are Leo", 0, "quit"),
        "--agents": Case("play heap.gdl --seed 1 --agents mcts:5", "You are", 0, "1\nquit"),
        "--for": Case("play heap.gdl --agents mcts:5 --for points", "nobody can aim at points", 2),
        "--hot-seat": Case("play heap.gdl --seed 1 --hot-seat --names Eva,Leo", "You are Eva and Leo", 0, "quit"),
        "--policy": Case("play heap.gdl --seed 1 --policy moves", "You are", 0, "quit"),
        "--seed": Case("play heap.gdl --seed 11", "seed 11", 0, "quit"),
        "--allow-undo": Case("play heap.gdl --seed 1 --allow-undo --hot-seat", "You are", 0, "1\nundo\nquit"),
        "--screen-reader": Case("play heap.gdl --seed 1 --screen-reader", "You are", 0, "quit"),
        "--look": Case("play heap.gdl --look none.toml", "no look file", 2),
        "--output": Case("play heap.gdl --seed 1 --output made.json", "made.json", 0, "1\nquit"),
        "--from": Case("play loose.gdl --seed 1 --from near_end", "from near end", 0, "quit"),
        "--no-cache": Case("play heap.gdl --seed 1 --no-cache", "You are", 0, "quit"),
        "--force": Case("play heap.gdl --seed 1 -o mine.json --force", "mine.json", 0, "1\nquit"),
        "--path": Case("play .far/other.gdl --seed 1 --path .bases", "Other of Stones", 0, "quit"),
    },
    "replay": {
        "--variant": Case("replay match.json --variant long", "moves"),
        "--set": Case("replay match.json --set heap=15", "moves"),
        "--no-cache": Case("replay match.json --no-cache", "all as written"),
        "--json": Case("replay match.json --json", '"same_rules": true'),
        "--path": Case("replay match.json .far/other.gdl --path .bases", "all as written"),
    },
    "perft": {
        "--variant": Case("perft heap.gdl --depth 1 --variant long", "leaves 3"),
        "--set": Case("perft heap.gdl --depth 1 --set heap=15", "leaves 3"),
        "--players": Case("perft heap.gdl --depth 1 --players 3", "depth 1  leaves 3"),
        "--option": Case("perft loose.gdl --depth 0 --option length=long", "depth 0"),
        "--depth": Case("perft heap.gdl --depth 2", "depth 2  leaves 9"),
        "--most": Case("perft heap.gdl --depth 9 --most 5", "more than 5 positions", 3),
        "--leaves": Case("perft heap.gdl --depth 2 --leaves", "depth 2  leaves 9"),
        "--skip-forced": Case("perft heap.gdl --depth 1 --skip-forced", "depth 1  leaves 3"),
        "--jobs": Case("perft heap.gdl --depth 1 --jobs 2", "depth 1  leaves 3"),
        "--from": Case("perft loose.gdl --depth 1 --from near_end", "depth 1  leaves 2"),
        "--no-cache": Case("perft heap.gdl --depth 1 --no-cache", "depth 1  leaves 3"),
        "--json": Case("perft heap.gdl --depth 1 --json", '"leaves": 3'),
        "--path": Case("perft .far/other.gdl --depth 1 --path .bases", "depth 1  leaves 3"),
    },
    "explore": {
        "--variant": Case("explore heap.gdl --depth 1 --variant long", "4 positions"),
        "--set": Case("explore heap.gdl --depth 1 --set heap=15", "4 positions"),
        "--players": Case("explore heap.gdl --depth 1 --players 3", "4 positions"),
        "--option": Case("explore loose.gdl --depth 1 --option length=long", "positions"),
        "--depth": Case("explore heap.gdl --depth 1", "cut after 1 move"),
        "--most": Case("explore heap.gdl --most 5", "more than 5 positions", 3),
        "--skip-forced": Case("explore heap.gdl --depth 1 --skip-forced", "4 positions"),
        "--jobs": Case("explore heap.gdl --depth 1 --jobs 2", "4 positions"),
        "--from": Case("explore loose.gdl --from near_end", "matches of"),
        "--no-cache": Case("explore heap.gdl --depth 1 --no-cache", "4 positions"),
        "--json": Case("explore heap.gdl --depth 1 --json", '"cut": 3'),
        "--path": Case("explore .far/other.gdl --depth 1 --path .bases", "4 positions"),
    },
    "verify": {
        "--variant": Case("verify heap.gdl --variant long --matches 5 --seconds 0 --players 2", "looked at all"),
        "--set": Case("verify heap.gdl --set heap=15 --matches 5 --seconds 0 --players 2", "looked at all"),
        "--players": Case("verify heap.gdl --players 3 --matches 5 --seconds 0", "looked at all"),
        "--option": Case("verify loose.gdl --option length=long --matches 5 --seconds 0 --players 2", "length = long"),
        "--depth": Case(
            "verify heap.gdl --depth 1 --players 2 --matches 5 --seconds 0", "up to 1 answer from the beginning"
        ),
        "--most": Case("verify heap.gdl --most 5 --players 2 --matches 5 --seconds 0", "and at 15 matches"),
        "--matches": Case("verify heap.gdl --most 5 --players 2 --matches 2 --seconds 0", "and at 6 matches"),
        "--seconds": Case("verify heap.gdl --most 5 --players 2 --matches 2 --seconds 0", "and at 6 matches"),
        "--secrets": Case(
            "verify kuhn_poker --matches 2 --seconds 0 --secrets 2", "exchanged what players do not see in 2 matches"
        ),
        "--seed": Case("verify heap.gdl --players 2 --matches 2 --seconds 0 --seed 5", "nothing is wrong"),
        "--output": Case("verify heap.gdl --players 2 --matches 2 --seconds 0 --output made.json", "nothing is wrong"),
        "--force": Case("verify heap.gdl --players 2 --matches 2 --seconds 0 -o mine.json --force", "nothing is wrong"),
        "--no-cache": Case("verify heap.gdl --players 2 --matches 2 --seconds 0 --no-cache", "nothing is wrong"),
        "--json": Case("verify heap.gdl --players 2 --matches 2 --seconds 0 --json", '"troubles": []'),
        "--path": Case("verify .far/other.gdl --path .bases --players 2 --matches 2 --seconds 0", "nothing is wrong"),
    },
    "solve": {
        "--variant": Case("solve heap.gdl --variant long", "long of heap"),
        "--set": Case("solve heap.gdl --set heap=15", "can force a win"),
        "--players": Case("solve heap.gdl --players 3", "3 players"),
        "--option": Case("solve loose.gdl --option length=long", "length = long"),
        "--most": Case("solve heap.gdl --most 5", "more than 5 positions", 3),
        "--for": Case("solve heap.gdl --for victory", "share of the victory"),
        "--within": Case("solve kuhn_poker --within 0.1", "After 16 rounds"),
        "--rounds": Case("solve kuhn_poker --rounds 3", "After 3 rounds", 3),
        "--seconds": Case("solve heap.gdl --seconds 600", "can force a win"),
        "--seed": Case("solve heap.gdl --seed 5", "a match of best play"),
        "--output": Case("solve heap.gdl --output made.json", "is written to made.json"),
        "--force": Case("solve heap.gdl -o mine.json --force", "is written to mine.json"),
        "--from": Case("solve loose.gdl --from near_end", "from near_end"),
        "--no-cache": Case("solve heap.gdl --no-cache", "can force a win"),
        "--json": Case("solve heap.gdl --json", '"method": "positions"'),
        "--path": Case("solve .far/other.gdl --path .bases", "can force a win"),
    },
    "exploit": {
        "--variant": Case("exploit heap.gdl --variant long --most 5", "long of heap", 3),
        "--set": Case("exploit heap.gdl --set heap=4", "a best response gains"),
        "--players": Case("exploit heap.gdl --players 3 --most 5", "3 players", 3),
        "--option": Case("exploit loose.gdl --option length=long --most 5", "length = long", 3),
        "--agent": Case("exploit heap.gdl --set heap=4 --agent random:moves", "random moves"),
        "--choices": Case("exploit kuhn_poker --agent greedy:2 --choices 3", "of 3 choices"),
        "--most": Case("exploit heap.gdl --most 5", "more than 5 histories", 3),
        "--for": Case("exploit heap.gdl --set heap=4 --for victory", "share of the victory"),
        "--seed": Case("exploit kuhn_poker --agent greedy:2 --choices 3 --seed 5", "of 3 choices"),
        "--no-cache": Case("exploit heap.gdl --set heap=4 --no-cache", "a best response gains"),
        "--json": Case("exploit heap.gdl --set heap=4 --json", '"exploitability": '),
        "--path": Case("exploit .far/other.gdl --path .bases --most 5", "more than 5 histories", 3),
    },
    "build": {
        "--variant": Case(_BUILT, "long of heap"),
        "--set": Case(_BUILT, "heap=15"),
        "--players": Case(_BUILT, "3 players"),
        **dict.fromkeys(("--output", "--no-cache"), Case(_BUILT, "made.wasm: ")),
        "--model": Case(_BUILT, "model.json: its model"),
        "--option": Case("build loose.gdl --option length=long", "length = long"),
        "--force": Case("build heap.gdl -o mine.wasm --force", "mine.wasm: heap"),
        "--json": Case("build heap.gdl --json", '"module": "heap.wasm"'),
        "--path": Case("build .far/other.gdl --path .bases", "other of stones"),
    },
    "rulebook": {
        "--variant": Case("rulebook heap.gdl --variant long", "long of heap"),
        "--set": Case("rulebook heap.gdl --set heap=15", "heap with heap=15"),
        "--format": Case(
            "rulebook heap.gdl --format html -o made.pdf", "`--format html` does not make what ends in", 2
        ),
        "--exact": Case("rulebook heap.gdl --exact -o - --no-pager", "## 8 Step by step"),
        "--look": Case("rulebook heap.gdl --look none.toml", "no look file", 2),
        "--output": Case("rulebook heap.gdl --output made.md", "made.md: heap"),
        "--force": Case("rulebook heap.gdl -o mine.md --force", "mine.md: heap"),
        "--json": Case("rulebook heap.gdl --json", '"rulebook": "heap.rules.html"'),
        "--path": Case("rulebook .far/other.gdl --path .bases", "other of stones"),
    },
    "cards": {
        "--variant": Case(_PRINTED, "long of heap"),
        "--set": Case(_PRINTED, "15 tokens"),
        **dict.fromkeys(("--paper", "--output", "--no-cache"), Case(_PRINTED, "made.pdf: ")),
        "--players": Case("cards goofspiel --players 2 --part cards", "cards, 10 pages"),
        "--option": Case("cards loose.gdl --option length=long --players 2", "21 tokens, 2 pages"),
        **dict.fromkeys(
            ("--size", "--backs", "--part"),
            Case("cards kuhn_poker --size 44x68 --backs none --part cards", "3 cards, 1 page,"),
        ),
        "--font": Case("cards heap.gdl --font mine.md", "no font that can be embedded", 2),
        "--look": Case("cards heap.gdl --look none.toml", "no look file", 2),
        "--force": Case("cards heap.gdl -o mine.pdf --force", "mine.pdf: heap"),
        "--json": Case("cards heap.gdl --json", '"cards": "heap.cards.pdf"'),
        "--path": Case("cards .far/other.gdl --path .bases", "other of stones"),
    },
    "page": {
        "--variant": Case(_PAGED, "long of heap"),
        **dict.fromkeys(("--set", "--output", "--no-cache"), Case(_PAGED, "made.html: ")),
        "--players": Case(_PAGED, "1 setup,"),
        "--option": Case("page loose.gdl --option length=long --players 2", "1 setup,"),
        "--look": Case("page heap.gdl --players 2 --look none.toml", "no look file", 2),
        "--force": Case("page heap.gdl --players 2 -o mine.html --force", "mine.html: heap"),
        "--json": Case("page heap.gdl --players 2 --json", '"page": "heap.html"'),
        "--path": Case("page .far/other.gdl --players 2 --path .bases", "other of stones"),
    },
    "lsp": {
        "--path": Case("lsp --path .bases", ""),
        "--port": Case("lsp --port 99999", "99999 is not in the range", 2),
    },
    "workshop": {
        "--output": Case("workshop --output mine.md", "`mine.md` cannot be written", 4),
        "--port": Case("workshop --port 99999", "99999 is not in the range", 2),
        "--open": Case("workshop --open --port 99999", "99999 is not in the range", 2),
    },
    "studio": {
        "--variant": Case("studio heap.gdl --variant long", "heap.gdl with long is at http://127.0.0.1:"),
        "--set": Case("studio heap.gdl --set heap=15", "heap.gdl with heap=15 is at"),
        "--players": Case("studio heap.gdl --players 9", "players, not 9", 2),
        "--option": Case("studio loose.gdl --option lenght=long", "did you mean `length`?", 2),
        "--port": Case("studio heap.gdl --port 38471", "heap.gdl is at http://127.0.0.1:38471/"),
        "--open": Case("studio none.gdl --open", "there is no file `none.gdl`", 2),
        "--share": Case("studio heap.gdl --share", "The match is kept in heap.match.json"),
        "--frame-in": Case("studio heap.gdl --frame-in vscode", "`vscode` is no origin", 2),
        "--host": Case("studio heap.gdl --share --host 127.0.0.1 --port 38472", "http://127.0.0.1:38472/seat/"),
        "--seat": Case("studio heap.gdl --share --seat 1=mcts:9 --seat 9", "there is no seat `9`", 2),
        "--names": Case("studio heap.gdl --share --names Ann,Bob", "  Ann  http://"),
        "--match": Case("studio heap.gdl --share --match match.json", "not the file of a shared match", 2),
        "--new-match": Case("studio heap.gdl --new-match", "say `--share` too", 2),
        "--no-cache": Case("studio heap.gdl --no-cache", "heap.gdl is at"),
        "--path": Case("studio .far/other.gdl --path .bases", "other.gdl is at"),
    },
    "serve": {
        "--records": Case("serve heap.gdl --port 38473 --records mine.md", "`mine.md` cannot keep the tables", 4),
        "--port": Case("serve heap.gdl --port 38474", "The lobby is at http://127.0.0.1:38474/"),
        "--host": Case("serve heap.gdl --port 38475 --host 0.0.0.0", "The lobby is at http://127.0.0.1:38475/"),
        "--address": Case(
            "serve heap.gdl --port 0 --address https://games.example/", "The lobby is at https://games.example/"
        ),
        "--most-tables": Case("serve heap.gdl --port 0 --most-tables 0", "0 is not in the range", 2),
        "--keep-days": Case("serve heap.gdl --port 0 --keep-days 7", "nothing has changed for 7 days are removed"),
        "--proxy": Case("serve heap.gdl --port 0 --proxy front", "`--proxy front` is no address", 2),
        "--requests-each": Case("serve heap.gdl --port 0 --requests-each -1", "-1 is not in the range", 2),
        "--pages-each": Case("serve heap.gdl --port 0 --pages-each -1", "-1 is not in the range", 2),
        "--tables-each": Case("serve heap.gdl --port 0 --tables-each -1", "-1 is not in the range", 2),
        "--open": Case("serve none.gdl --open", "there is no file `none.gdl`", 2),
        "--no-cache": Case("serve heap.gdl --port 0 --no-cache", "The tables are kept in tables.db"),
        "--path": Case("serve .far/other.gdl --port 0 --path .bases", "The lobby is at"),
    },
    "diff": {
        "--players": Case("diff heap.gdl wide.gdl --players 3", "There is no difference."),
        "--option": Case("diff loose.gdl loose.gdl --option length=long", "There is no difference."),
        "--to-players": Case("diff heap.gdl wide.gdl --players 3 --to-players 2", "There is no difference."),
        "--to-option": Case("diff loose.gdl loose.gdl --option length=short --to-option length=long", "length = long"),
        "--format": Case("diff heap.gdl loose.gdl --format markdown", "## Rules", 1),
        "--output": Case("diff heap.gdl long.gdl --output made.html", "made.html is written", 1),
        "--force": Case("diff heap.gdl long.gdl -o mine.json --force", "mine.json is written", 1),
        "--json": Case("diff heap.gdl wide.gdl --json", '"equal": true'),
        "--path": Case("diff .far/other.gdl heap.gdl --path .bases", "stones", 1),
        "--variant": Case("diff heap.gdl --variant long", "long of heap", 1),
        "--set": Case("diff heap.gdl --set heap=9", "9", 1),
    },
    "mutate": {
        **dict.fromkeys(
            (
                *("--variant", "--set", "--players", "--sample", "--seed"),
                *("--matches", "--at-least", "--jobs", "--no-cache"),
            ),
            Case(
                "mutate heap.gdl --variant long --set heap=15 --players 2 --sample 2 --seed 5 --matches 0 --at-least 0% "
                "--jobs 1 --no-cache",
                "heap.gdl with long, heap=15",
            ),
        ),
        "--option": Case("mutate loose.gdl --sample 2 --option length=long", "loose.gdl"),
        "--only": Case("mutate heap.gdl --only turns --players 2", "heap.gdl"),
        "--json": Case("mutate heap.gdl --sample 2 --json", '"tried": 2'),
        "--path": Case("mutate .far/other.gdl --sample 2 --path .bases", "other.gdl"),
    },
    "explain": {"--json": Case("explain E0301 --json", '"code": "E0301"')},
    "cache": {
        "--clear": Case("cache --clear", "deleted"),
        "--json": Case("cache --json", '"entries": '),
    },
    "new": {
        "--from": Case("new mild --from heap.gdl", "mild.gdl is written"),
        "--copy": Case("new mild --from heap.gdl --copy", "mild.gdl is written"),
        "--json": Case("new mild --json", '"file": "mild.gdl"'),
        "--path": Case("new mild --from .far/other.gdl --path .bases", "mild.gdl is written"),
    },
    "games": {"--json": Case("games --json", '"sentence": ')},
    "completion": {},
    "help": {},
    "gamedsl": {
        "--version": Case("--version", "gamedsl "),
        "--color": Case("--color always check slip.gdl", "\x1b[31m", 1),
        "--no-color": Case("--no-color check slip.gdl", "error[", 1),
        "--no-pager": Case("--no-pager help", "Usage: gamedsl"),
    },
}
"""By command and option; the options of all commands are those of `gamedsl`."""
