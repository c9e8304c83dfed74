"""Constants of the run-time library: addresses, offsets, sizes and codes. Here they have only types: the emitter gives their values for each module
(`Context.constants`)."""

from __future__ import annotations

from gamedsl_interpreter.wasm.runtime.language import NUMBER, WIDE

# ---------------------------------------------------------------- choices of the emitter

BUDGET = CHECKING = MAY_STOP = STOPS_EVERYWHERE = TELLS = TRIES = CANDIDATES = MOST_OPTIONS = MOST_DRAWS = NUMBER
NO_ROOM = ON = STOP = NUMBER

# ---------------------------------------------------------------- the Game

SEATS = HUMANS = LINES = STATE_SIZE = ZONE_COUNT = ROW_SIZE = SEATS_MASK = NUMBER

# ---------------------------------------------------------------- faults

E_CHOICE = E_FULL = E_MISSING = E_NONE = NUMBER

# ---------------------------------------------------------------- modes of searches, decisions and chance: see `modes`

SEARCH_COUNT = SEARCH_WALK = SEARCH_PICK = SEARCH_LIST = SEARCH_LIST_FROM = SEARCH_OPEN = SEARCH_OPTIONS = NUMBER
POLICY_ASKS = POLICY_MOVES = POLICY_STEPS = VALUE_OFFERED = VALUE_ABLE = VALUE_DRAWN = VALUE_LISTED = NUMBER
VALUE_FOUND = CHANCE_DRAWS = CHANCE_STOPS = CHANCE_GIVEN = NUMBER

# ---------------------------------------------------------------- offsets from the start of a record

STREAM = HAS_STREAM = COUNTERS = NUMBER

# ---------------------------------------------------------------- random numbers

PCG_FACTOR = GOLDEN = MIX_A = MIX_B = HASH_FACTOR = WIDE
WORLDS_STREAM = NUMBER

# ---------------------------------------------------------------- bits

PAIRS = FOURS = NIBBLES = BYTES = TOPS = LOW_HALF = WIDE
NTH = NUMBER

# ---------------------------------------------------------------- tables by node

WAITING_AT = ME_AT = NEXT_AT = SITE_AT = IS_PRIVATE = HAS_CANDIDATES = IS_DECISION = IS_END = NUMBER
IS_MENU = IS_OFFER = NUMBER
OFFER_LOW = BOUND_AT = AFTER = OFFER_STEPS = PHASES = VERIFIED_AT = PHASE_SHOWN = NUMBER

# ---------------------------------------------------------------- tables of zones and kinds

ZONES = ZONE_OWNER = KIND_OWNER = PILE_EXTRAS = TOP_SEEN = MOVING_ZONES = NUMBER

# ---------------------------------------------------------------- working memory: see `emit.memory.cells`

FAULT = SEEDING = SEED = INDEX = POLICY = MODE = LEAVES = LIMIT = TARGET = EXIT = END = STEPS = PREFIX = NUMBER
PREFIX_LENGTH = FIRST_STEPS = FIRST_LENGTH = OPEN = PROBE = OPTION_COUNT = OPTIONS = OUT = FULL = ASKED = LIST = NUMBER
WORK_KIND = WORK_CUT = WORK_GONE = LEAVE_KIND = LEAVE_CUT = WANT = POOL = POOL_COUNT = RESULT = IS_OPEN = NUMBER
CHANCE_MODE = GIVEN = GIVEN_AT = HOLD = PASSES = PENDING = LEFT = EXTRA_BUDGET = TRYING = TRIALS = KEEPS_TRIALS = NUMBER
FINDS_CANDIDATES = ASKS_CANDIDATES = VALUE = VALUE_PHASE = VALUE_AT = VALUE_COUNT = VALUE_FIRST = DECISIONS = NUMBER
STEP_COUNT = OUTCOME = RANKED = WON = JUDGES = REASON = STATS = PLACES = WINS = REASONS = ROW_AT = OUT_END = NUMBER
START = NUMBER

# ---------------------------------------------------------------- notes

OFFERED = OFFER_BYTES = NUMBER

# ---------------------------------------------------------------- resuming: see `emit.hosts.resuming`

ORIGIN = TAKEN = NUMBER

# ---------------------------------------------------------------- visibility for a seat: see `emit.hosts.seeing`

FIELDS_SEEN = FIELD_MASKS = VISIBLE_FIELDS = ZONES_SEEN = ZONE_MASKS = VISIBLE_ZONES = NUMBER

# ---------------------------------------------------------------- the event log: see `emit.telling.telling`

TELL = TELL_AT = TELL_END = TELL_MASKS = TELL_PIECES = MOVING_COUNT = TELLS_FIELD = TELLS_MOVED = TELLS_DRAWN = NUMBER
TELLS_EXCHANGED = TELLS_SHUFFLED = TELLS_SHOWN = TELLS_PEEKED = TELLS_RESOLVED = TELLS_REVEALED = TELLS_SWAPPED = NUMBER

# ---------------------------------------------------------------- many matches: see `emit.hosts.batch`, `emit.hosts.observing`

BATCH_ACTIONS = BATCH_AGAIN = BATCH_APART = BATCH_AT = BATCH_BEFORE = BATCH_COUNTS = BATCH_DONE = BATCH_ACTED = NUMBER
BATCH_ENDS = BATCH_END_OBSERVATIONS = BATCH_OFFERS = BATCH_OFFER_BYTES = BATCH_ORIGINS = BATCH_PLACES = NUMBER
BATCH_RECORDS = BATCH_SEATS = BATCH_STRIDE = BATCH_TOTALS = BATCH_OBSERVATIONS = OBSERVATION_BYTES = SEAT_SHOWN = NUMBER
ACTING_SHOWN = ASKED_ANEW = NUMBER

# ---------------------------------------------------------------- game trees: see `emit.hosts.exploring`

KEY_BYTES = FROM = TO = SEEN = SLOT = ENTRY = MADE = WIDEST = PRIMES = PRIMES_MOST = PRIMES_USED = TRACKS = NUMBER
SHARE = USED = INVERSES = ENDING = ENDINGS = ENDINGS_END = VERDICT_BIT = EXPECTED = COUNTS = WAITING = PART = NUMBER
PARTS = BOXES = BOX_FULL = DIFFERS = JOINED = OWN = CRADLE = CRADLES = CRADLE_SIZE = HASH = NUMBER
WHAT = WAYS = CHANCE = NUMBER
CHANCE_BYTES = COUNTER_WORDS = MOST_CHOICES = NUMBER

# ---------------------------------------------------------------- search trees of agents: see `emit.hosts.searching`, `emit.hosts.searching_worlds`

WIN = UCB_EXACT = UCB_HALF = UCB_ZEROS = UCB_PRECISION = UCB_SHIFT = TREE_INDEX = TREE_MASK = TREE_FIRST = NUMBER
TREE_NEXT = TREE_NODES = TREE_ROOM = TREE_SPREADS = TREE_RARITIES = TREE_WAY = TREE_WAY_AT = TREE_WAY_END = NUMBER
TREE_IS_CERTAIN = TREE_ROUND = TREE_LENGTH = TREE_BEYOND = TREE_TOP = TREE_LEFT = FIRST_PROOF = ANSWERS_EACH = NUMBER
FRAME_RECORD = FRAME_SIZE = SHORT = JUDGED_AFTER = JUDGED_AIM = TREE_NOTHING = TREE_PROVED = TREE_STREAM = NUMBER
TREE_AIM = TREE_WORTH = TREE_LOW = TREE_COUNT = TREE_STANDING = TREE_TOTAL = TREE_STRAYED = TREE_HIGH = NUMBER
POINTS_BITS = MOST_POINTS = FEW_POINTS = PROVED_LOSS = PROVED_WIN = TRIED_BITS = WON_NODE = SPARE_BITS = NUMBER
SURE_VISITS = TREE_SEAT = TREE_SEED = TREE_DICE = TREE_HISTORY = TREE_OWN = TREE_IS_NEW = TREE_CHOOSER = NUMBER
TREE_TAKEN = TREE_PLACES = TREE_LAST = TREE_SAID = TREE_ROOT_SAID = TREE_KEYS = TREE_FOUND = KEY_AT = KEY_ORDER = NUMBER
KEY_SIZE = KEY_STEP = KEY_WORDS = NUMBER

# ---------------------------------------------------------------- looks: see `emit.hosts.looking`

LOOKS = LOOKS_NUMBER = LOOKS_COMPUTED = LOOK_HASH = LOOK_BYTES = LOOK_BITS = LOOK_FILLED = LOOK_SUM = LOOK_PILE = NUMBER
IF_FIELD_SEEN = IF_ZONE_HIDDEN = NUMBER

# ---------------------------------------------------------------- sampled worlds: see `emit.hosts.dealing`

DEAL = DEAL_RECORD = DEAL_WORK = DEAL_COUNTS = NUMBER

# ---------------------------------------------------------------- walks near the break of a promise: see `emit.hosts.probing`

PROBE_LONGEST = PROBE_VISITED = PROBE_NEWS = PROBE_MARKS = PROBE_EXITS = PROBE_MEASURES = PROBE_MEASURE_COUNT = NUMBER
PROBE_FACTS = PROBE_STRIDE = PROBE_FOUND = NUMBER
