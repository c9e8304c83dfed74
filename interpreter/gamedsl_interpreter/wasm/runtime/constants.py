"""Constants of the run-time library: addresses, offsets, sizes and codes. The emitter gives their values for each module (`Context.constants`)."""

from __future__ import annotations

from gamedsl_interpreter.wasm.runtime.language import Wide

# ---------------------------------------------------------------- choices of the emitter

BUDGET: int
CHECKING: int
MAY_STOP: int
STOPS_EVERYWHERE: int
TELLS: int
TRIES: int
CANDIDATES: int
MOST_OPTIONS: int
MOST_DRAWS: int
NO_ROOM: int
ON: int
STOP: int

# ---------------------------------------------------------------- the Game

SEATS: int
HUMANS: int
LINES: int
STATE_SIZE: int
ZONE_COUNT: int
ROW_SIZE: int
SEATS_MASK: int

# ---------------------------------------------------------------- faults

E_CHOICE: int
E_FULL: int
E_MISSING: int
E_NONE: int

# ---------------------------------------------------------------- modes of searches, decisions and chance: see `modes`

SEARCH_COUNT: int
SEARCH_WALK: int
SEARCH_PICK: int
SEARCH_LIST: int
SEARCH_LIST_FROM: int
SEARCH_OPEN: int
SEARCH_OPTIONS: int
POLICY_ASKS: int
POLICY_MOVES: int
POLICY_STEPS: int
VALUE_OFFERED: int
VALUE_ABLE: int
VALUE_DRAWN: int
VALUE_LISTED: int
VALUE_FOUND: int
CHANCE_DRAWS: int
CHANCE_STOPS: int
CHANCE_GIVEN: int

# ---------------------------------------------------------------- offsets from the start of a record

STREAM: int
HAS_STREAM: int
COUNTERS: int

# ---------------------------------------------------------------- random numbers

PCG_FACTOR: Wide
GOLDEN: Wide
MIX_A: Wide
MIX_B: Wide
HASH_FACTOR: Wide
WORLDS_STREAM: int

# ---------------------------------------------------------------- bits

PAIRS: Wide
FOURS: Wide
NIBBLES: Wide
BYTES: Wide
TOPS: Wide
LOW_HALF: Wide
NTH: int

# ---------------------------------------------------------------- tables by node

WAITING_AT: int
ME_AT: int
NEXT_AT: int
SITE_AT: int
IS_PRIVATE: int
HAS_CANDIDATES: int
IS_DECISION: int
IS_END: int
IS_MENU: int
IS_OFFER: int
OFFER_LOW: int
BOUND_AT: int
AFTER: int
OFFER_STEPS: int
PHASES: int
VERIFIED_AT: int
PHASE_SHOWN: int

# ---------------------------------------------------------------- tables of zones and kinds

ZONES: int
ZONE_OWNER: int
KIND_OWNER: int
PILE_EXTRAS: int
TOP_SEEN: int
MOVING_ZONES: int

# ---------------------------------------------------------------- working memory: see `emit.memory.cells`

FAULT: int
SEEDING: int
SEED: int
INDEX: int
POLICY: int
MODE: int
LEAVES: int
LIMIT: int
TARGET: int
EXIT: int
END: int
STEPS: int
PREFIX: int
PREFIX_LENGTH: int
FIRST_STEPS: int
FIRST_LENGTH: int
OPEN: int
PROBE: int
OPTION_COUNT: int
OPTIONS: int
OUT: int
FULL: int
ASKED: int
LIST: int
WORK_KIND: int
WORK_CUT: int
WORK_GONE: int
LEAVE_KIND: int
LEAVE_CUT: int
WANT: int
POOL: int
POOL_COUNT: int
RESULT: int
IS_OPEN: int
CHANCE_MODE: int
GIVEN: int
GIVEN_AT: int
HOLD: int
PASSES: int
PENDING: int
LEFT: int
EXTRA_BUDGET: int
TRYING: int
TRIALS: int
KEEPS_TRIALS: int
FINDS_CANDIDATES: int
ASKS_CANDIDATES: int
VALUE: int
VALUE_PHASE: int
VALUE_AT: int
VALUE_COUNT: int
VALUE_FIRST: int
DECISIONS: int
STEP_COUNT: int
OUTCOME: int
RANKED: int
WON: int
JUDGES: int
REASON: int
STATS: int
PLACES: int
WINS: int
REASONS: int
ROW_AT: int
OUT_END: int
START: int

# ---------------------------------------------------------------- notes

OFFERED: int
OFFER_BYTES: int

# ---------------------------------------------------------------- resuming: see `emit.hosts.resuming`

ORIGIN: int
TAKEN: int

# ---------------------------------------------------------------- visibility for a seat: see `emit.hosts.seeing`

FIELDS_SEEN: int
FIELD_MASKS: int
VISIBLE_FIELDS: int
ZONES_SEEN: int
ZONE_MASKS: int
VISIBLE_ZONES: int

# ---------------------------------------------------------------- the event log: see `emit.telling.telling`

TELL: int
TELL_AT: int
TELL_END: int
TELL_MASKS: int
TELL_PIECES: int
MOVING_COUNT: int
TELLS_FIELD: int
TELLS_MOVED: int
TELLS_DRAWN: int
TELLS_EXCHANGED: int
TELLS_SHUFFLED: int
TELLS_SHOWN: int
TELLS_PEEKED: int
TELLS_RESOLVED: int
TELLS_REVEALED: int
TELLS_SWAPPED: int

# ---------------------------------------------------------------- many matches: see `emit.hosts.batch`, `emit.hosts.observing`

BATCH_ACTIONS: int
BATCH_AGAIN: int
BATCH_APART: int
BATCH_AT: int
BATCH_BEFORE: int
BATCH_COUNTS: int
BATCH_DONE: int
BATCH_ACTED: int
BATCH_ENDS: int
BATCH_END_OBSERVATIONS: int
BATCH_OFFERS: int
BATCH_OFFER_BYTES: int
BATCH_ORIGINS: int
BATCH_PLACES: int
BATCH_RECORDS: int
BATCH_SEATS: int
BATCH_STRIDE: int
BATCH_TOTALS: int
BATCH_OBSERVATIONS: int
OBSERVATION_BYTES: int
SEAT_SHOWN: int
ACTING_SHOWN: int
ASKED_ANEW: int

# ---------------------------------------------------------------- game trees: see `emit.hosts.exploring`

KEY_BYTES: int
FROM: int
TO: int
SEEN: int
SLOT: int
ENTRY: int
MADE: int
WIDEST: int
PRIMES: int
PRIMES_MOST: int
PRIMES_USED: int
TRACKS: int
SHARE: int
USED: int
INVERSES: int
ENDING: int
ENDINGS: int
ENDINGS_END: int
VERDICT_BIT: int
EXPECTED: int
COUNTS: int
WAITING: int
PART: int
PARTS: int
BOXES: int
BOX_FULL: int
DIFFERS: int
JOINED: int
OWN: int
CRADLE: int
CRADLES: int
CRADLE_SIZE: int
HASH: int
WHAT: int
WAYS: int
CHANCE: int
CHANCE_BYTES: int
COUNTER_WORDS: int
MOST_CHOICES: int

# ---------------------------------------------------------------- search trees of agents: see `emit.hosts.searching`, `emit.hosts.searching_worlds`

WIN: int
UCB_EXACT: int
UCB_HALF: int
UCB_ZEROS: int
UCB_PRECISION: int
UCB_SHIFT: int
TREE_INDEX: int
TREE_MASK: int
TREE_FIRST: int
TREE_NEXT: int
TREE_NODES: int
TREE_ROOM: int
TREE_SPREADS: int
TREE_RARITIES: int
TREE_WAY: int
TREE_WAY_AT: int
TREE_WAY_END: int
TREE_IS_CERTAIN: int
TREE_ROUND: int
TREE_LENGTH: int
TREE_BEYOND: int
TREE_TOP: int
TREE_LEFT: int
FIRST_PROOF: int
ANSWERS_EACH: int
FRAME_RECORD: int
FRAME_SIZE: int
SHORT: int
JUDGED_AFTER: int
JUDGED_AIM: int
TREE_NOTHING: int
TREE_PROVED: int
TREE_STREAM: int
TREE_AIM: int
TREE_WORTH: int
TREE_LOW: int
TREE_COUNT: int
TREE_STANDING: int
TREE_TOTAL: int
TREE_STRAYED: int
TREE_HIGH: int
POINTS_BITS: int
MOST_POINTS: int
FEW_POINTS: int
PROVED_LOSS: int
PROVED_WIN: int
TRIED_BITS: int
WON_NODE: int
SPARE_BITS: int
SURE_VISITS: int
TREE_SEAT: int
TREE_SEED: int
TREE_DICE: int
TREE_HISTORY: int
TREE_OWN: int
TREE_IS_NEW: int
TREE_CHOOSER: int
TREE_TAKEN: int
TREE_PLACES: int
TREE_LAST: int
TREE_SAID: int
TREE_ROOT_SAID: int
TREE_KEYS: int
TREE_FOUND: int
KEY_AT: int
KEY_ORDER: int
KEY_SIZE: int
KEY_STEP: int
KEY_WORDS: int

# ---------------------------------------------------------------- looks: see `emit.hosts.looking`

LOOKS: int
LOOKS_NUMBER: int
LOOKS_COMPUTED: int
LOOK_HASH: int
LOOK_BYTES: int
LOOK_BITS: int
LOOK_FILLED: int
LOOK_SUM: int
LOOK_PILE: int
IF_FIELD_SEEN: int
IF_ZONE_HIDDEN: int

# ---------------------------------------------------------------- sampled worlds: see `emit.hosts.dealing`

DEAL: int
DEAL_RECORD: int
DEAL_WORK: int
DEAL_COUNTS: int

# ---------------------------------------------------------------- walks near the break of a promise: see `emit.hosts.probing`

PROBE_LONGEST: int
PROBE_VISITED: int
PROBE_NEWS: int
PROBE_MARKS: int
PROBE_EXITS: int
PROBE_MEASURES: int
PROBE_MEASURE_COUNT: int
PROBE_FACTS: int
PROBE_STRIDE: int
PROBE_FOUND: int
