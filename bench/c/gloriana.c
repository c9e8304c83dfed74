/* Gloriana for four players. The rules, and what a step is, are those of games/gloriana.gdl. Nobles, specialists and types of event are numbered like
   the core symbols that they show, events like their types, doubles behind singles; Banquet comes after the types.
   POLICY says how a move is drawn: value by value, or as one of all complete moves. The checksum is the number of steps: of draws where there is a choice.
   With RECORDS each match is printed too: decisions, steps, each seat's score lines, the winner as a bit. With TRACE also what chance and the players did:
   nobles, singles and doubles in their order, what each tavern got, and for each decision the seat, how many moves it has and (policy STEPS) the steps. */
#include "playouts.h"

#ifndef RECORDS
#define RECORDS 0
#endif
#ifndef TRACE
#define TRACE 0
#endif

enum { STEPS, MOVES };
#ifndef POLICY
#define POLICY STEPS
#endif

enum { SEATS = 4, TAVERNS = 4, ROUNDS = 5, SYMBOLS = 8, CORE = 5, STAFF = 71, EVENTS = 10, SINGLES = 15, NOTHING = 255 };
enum { SUNNY, RAINY };
enum { BANQUET = CORE };
enum { FROM_TAVERN, FROM_COURT, HIRE, TAKE_EVENT };
enum { HOLD_PRINTED, HOLD_BANQUET, HOLD_SPECIALIST };

static const uint8_t points[] = {0, 1, 3, 6, 10, 15, 21, 28, 36};
static const uint8_t shines_when[] = {SUNNY, SUNNY, SUNNY, RAINY, RAINY, RAINY};

struct bag {
    uint8_t count[SYMBOLS], kinds; /* kinds: a bit for each symbol that is there */
};

struct seat {
    struct bag hand, used;
    uint8_t noble, retinue, leaving; /* specialists: a bit each */
    uint8_t stack[EVENTS], shown, done, earned;
};

struct position {
    uint8_t round, weather, weather_taken, gloriana, smallest, for_hire, retired;
    uint8_t deck[STAFF], left, under; /* cards in the deck, as yet unordered; so many of them lie under the rest */
    uint8_t singles[SINGLES], left_singles, doubles[CORE], left_doubles;
    struct bag crew[TAVERNS], court, discards;
    uint8_t programme[EVENTS], past_events[EVENTS];
    uint16_t offered; /* a bit for each event in the programme */
    struct seat seat[SEATS];
};

struct move {
    uint8_t action, how, tavern, symbol, helper, face, card, host, spent, hand, hired, pairs, bonus; /* hand, hired: where pairs come from */
};

static long decisions, steps;
int scores[SEATS][3], winner; /* not static: scoring is part of a match even if nobody looks */

static inline int size(unsigned set) { return __builtin_popcount(set); }

static inline int nth(unsigned set, int n) {
    while (n--) set &= set - 1;
    return __builtin_ctz(set);
}

/* A step: one of n values; one of a set, which numbers its elements; one of a set of lines or taverns, which have numbers of their own. */
static inline int drawn(int n) { return steps += POLICY == STEPS && n > 1, (int)below((uint32_t)n); }

static inline int value(int n) {
    int i = drawn(n);
    if (TRACE) printf(" %d", i);
    return i;
}

static inline int one_of(unsigned set) { return nth(set, value(size(set))); }

static inline int line_of(unsigned set) {
    int i = nth(set, drawn(size(set)));
    if (TRACE) printf(" %d", i);
    return i;
}

/* ---- zones */

static inline void put(struct bag *to, int symbol, int n) {
    to->count[symbol] = (uint8_t)(to->count[symbol] + n);
    to->kinds |= (uint8_t)(1 << symbol);
}

static inline void take(struct bag *from, int symbol, int n) {
    if (!(from->count[symbol] = (uint8_t)(from->count[symbol] - n))) from->kinds &= (uint8_t) ~(1 << symbol);
}

static inline void move_cards(struct bag *from, struct bag *to, int symbol, int n) {
    take(from, symbol, n);
    put(to, symbol, n);
}

static inline void move_set(struct bag *from, struct bag *to, int symbol) { move_cards(from, to, symbol, from->count[symbol]); }

static void move_all(struct bag *from, struct bag *to) {
    for (unsigned rest = from->kinds; rest; rest &= rest - 1) move_set(from, to, __builtin_ctz(rest));
}

static void shuffle_in(struct position *p) { /* discards and deck are mixed */
    for (unsigned rest = p->discards.kinds; rest; rest &= rest - 1) {
        int symbol = __builtin_ctz(rest);
        memset(p->deck + p->left, symbol, p->discards.count[symbol]);
        p->left = (uint8_t)(p->left + p->discards.count[symbol]);
    }
    memset(&p->discards, 0, sizeof p->discards);
    p->under = 0;
}

static void fill(struct position *p, struct bag *crew) {
    if (TRACE) printf("\ndeck");
    for (int i = 0; i < 4; i++) {
        if (!p->left) shuffle_in(p);
        if (!p->left) break;
        if (p->left == p->under) p->under = 0;
        int at = p->under + (int)below((uint32_t)(p->left - p->under));
        put(crew, p->deck[at], 1);
        if (TRACE) printf(" %d", p->deck[at]);
        p->deck[at] = p->deck[--p->left];
    }
}

static void shuffle(uint8_t *cards, int n) { /* from the top, which is the end */
    if (TRACE) printf("\nshuffled");
    for (; n; n--) {
        int at = (int)below((uint32_t)n);
        uint8_t card = cards[at];
        cards[at] = cards[n - 1], cards[n - 1] = card;
        if (TRACE) printf(" %d", card);
    }
}

static void reveal(struct position *p, int event) {
    p->programme[event]++;
    p->offered |= (uint16_t)(1 << event);
}

static void take_card(struct position *p, int event) {
    if (!--p->programme[event]) p->offered &= (uint16_t) ~(1 << event);
}

/* ---- what can be chosen */

static unsigned open_taverns(const struct position *p) {
    unsigned open = 0;
    for (int t = 0; t < TAVERNS; t++) open |= (unsigned)(p->crew[t].kinds != 0) << t;
    return open;
}

static unsigned sets_to_take(const struct position *p) {
    return (unsigned)(open_taverns(p) != 0) << FROM_TAVERN | (unsigned)(p->court.kinds != 0) << FROM_COURT;
}

static int may_hire(const struct position *p) { return !p->weather_taken && p->for_hire; }

static unsigned sources(const struct seat *me) { return me->hand.kinds | 1u << me->noble | me->retinue; }

/* How many different pieces can supply a symbol: a card, the noble, a specialist. */
static inline int suppliers(const struct seat *me, int symbol) {
    return (me->hand.kinds >> symbol & 1) + (me->noble == symbol) + (me->retinue >> symbol & 1);
}

static inline void supply(const struct seat *me, int symbol, int which, struct move *m) { /* which: from 1 */
    m->pairs++;
    if ((me->hand.kinds >> symbol & 1) && !--which) m->hand |= (uint8_t)(1 << symbol);
    else if (!(me->noble == symbol && !--which)) m->hired |= (uint8_t)(1 << symbol);
}

static inline int noble_icons(const struct seat *me, int theme) { return me->noble == theme ? 2 : 0; }

/* Event symbols besides the cards that are spent. */
static inline int icons(const struct seat *me, const struct move *m) {
    return m->how == HOLD_PRINTED ? 1 + m->card / CORE + noble_icons(me, m->card % CORE) : 2 + noble_icons(me, m->host);
}

/* The event's own symbol; SYMBOLS for a banquet, which has none. */
static inline int theme_of(const struct move *m) { return m->how == HOLD_PRINTED ? m->card % CORE : m->how == HOLD_BANQUET ? SYMBOLS : m->host; }

/* How many values bonus has: only no, or no and yes. */
static inline int bonuses(const struct position *p, int occasion) { return 1 + (shines_when[occasion] == p->weather); }

/* ---- a move, value by value */

static void hold_by_steps(const struct position *p, const struct seat *me, unsigned ways, struct move *m) {
    m->how = (uint8_t)one_of(me->retinue ? ways : ways & ~(1u << HOLD_SPECIALIST));
    if (m->how == HOLD_SPECIALIST) m->host = (uint8_t)one_of(me->retinue);
    int theme = theme_of(m), most = SYMBOLS;
    if (m->how != HOLD_BANQUET) {
        if (me->hand.count[theme]) m->spent = (uint8_t)value(me->hand.count[theme] + 1);
        most = m->spent + icons(me, m);
    }
    for (unsigned rest = sources(me) & ~(1u << theme); rest; rest &= rest - 1) {
        int symbol = __builtin_ctz(rest), which = value(m->pairs < most ? 1 + suppliers(me, symbol) : 1);
        if (which) supply(me, symbol, which, m);
    }
    if (m->how != HOLD_SPECIALIST) m->bonus = (uint8_t)value(bonuses(p, m->how == HOLD_BANQUET ? BANQUET : theme));
}

static void set_by_steps(const struct position *p, struct move *m) {
    if (m->action == FROM_TAVERN) m->tavern = (uint8_t)line_of(open_taverns(p));
    m->symbol = (uint8_t)one_of(m->action == FROM_TAVERN ? p->crew[m->tavern].kinds : p->court.kinds);
}

static void turn_by_steps(const struct position *p, const struct seat *me, struct move *m) {
    m->action = (uint8_t)line_of(sets_to_take(p) | (unsigned)may_hire(p) << HIRE | 1u << TAKE_EVENT);
    if (m->action == HIRE) {
        m->helper = (uint8_t)one_of(p->for_hire);
        m->face = (uint8_t)value(2);
    } else if (m->action == TAKE_EVENT) {
        m->card = (uint8_t)one_of(p->offered);
        hold_by_steps(p, me, 1u << HOLD_PRINTED | 1u << HOLD_BANQUET | 1u << HOLD_SPECIALIST, m);
    } else set_by_steps(p, m);
}

static int gather_by_steps(const struct position *p, struct move *m) {
    if (value(2)) return 0;
    m->action = (uint8_t)line_of(sets_to_take(p));
    set_by_steps(p, m);
    return 1;
}

/* ---- a move out of all */

static uint32_t set_count(const struct position *p) {
    int n = size(p->court.kinds);
    for (int t = 0; t < TAVERNS; t++) n += size(p->crew[t].kinds);
    return (uint32_t)n;
}

static void set_by_number(const struct position *p, uint32_t n, struct move *m) {
    for (int t = 0; t < TAVERNS; n -= (uint32_t)size(p->crew[t++].kinds))
        if (n < (uint32_t)size(p->crew[t].kinds)) {
            m->action = FROM_TAVERN, m->tavern = (uint8_t)t, m->symbol = (uint8_t)nth(p->crew[t].kinds, (int)n);
            return;
        }
    m->action = FROM_COURT, m->symbol = (uint8_t)nth(p->court.kinds, (int)n);
}

/* exactly[k]: the ways to have k pairs of any symbols. */
static void pair_counts(const struct seat *me, uint32_t exactly[SYMBOLS + 1]) {
    memset(exactly, 0, (SYMBOLS + 1) * sizeof *exactly);
    exactly[0] = 1;
    int top = 0;
    for (unsigned rest = sources(me); rest; rest &= rest - 1, top++) {
        uint32_t n = (uint32_t)suppliers(me, __builtin_ctz(rest));
        for (int k = top; k >= 0; k--) exactly[k + 1] += n * exactly[k];
    }
}

/* The ways to spend cards of the theme and to have no more pairs of other symbols than that allows: summed up over what is spent. */
static uint32_t event_count(const struct seat *me, const uint32_t exactly[SYMBOLS + 1], int theme, int icons, uint32_t by_spent[STAFF]) {
    uint32_t at_most[SYMBOLS + 1], n = (uint32_t)suppliers(me, theme), without = 1, sum = 0;
    at_most[0] = 1;
    for (int k = 1; k <= SYMBOLS; k++) without = exactly[k] - n * without, at_most[k] = at_most[k - 1] + without;
    for (int spent = 0; spent <= me->hand.count[theme]; spent++) {
        int most = spent + icons < SYMBOLS ? spent + icons : SYMBOLS;
        by_spent[spent] = sum += at_most[most];
    }
    return sum;
}

static void pairs_by_number(const struct seat *me, int theme, int most, uint32_t n, struct move *m) {
    unsigned all = sources(me) & ~(1u << theme);
    uint32_t ways[SYMBOLS + 1][SYMBOLS + 1]; /* from a symbol on, with so many pairs or fewer */
    if (most > SYMBOLS) most = SYMBOLS;
    for (int r = 0; r <= most; r++) ways[SYMBOLS][r] = 1;
    for (int s = SYMBOLS - 1; s >= 0; s--) {
        uint32_t k = all >> s & 1 ? (uint32_t)suppliers(me, s) : 0;
        ways[s][0] = 1;
        for (int r = 1; r <= most; r++) ways[s][r] = ways[s + 1][r] + k * ways[s + 1][r - 1];
    }
    for (unsigned rest = all; rest && m->pairs < most; rest &= rest - 1) {
        int s = __builtin_ctz(rest), left = most - m->pairs;
        if (n < ways[s + 1][left]) continue;
        n -= ways[s + 1][left];
        supply(me, s, 1 + (int)(n / ways[s + 1][left - 1]), m);
        n %= ways[s + 1][left - 1];
    }
}

/* A printed or a specialist's event: number n of its ways. */
static void event_by_number(const struct position *p, const struct seat *me, const uint32_t by_spent[STAFF], uint32_t n, struct move *m) {
    int theme = theme_of(m);
    if (m->how == HOLD_PRINTED) {
        uint32_t choices = (uint32_t)bonuses(p, theme);
        m->bonus = (uint8_t)(n % choices), n /= choices;
    }
    while (n >= by_spent[m->spent]) m->spent++;
    if (m->spent) n -= by_spent[m->spent - 1];
    pairs_by_number(me, theme, m->spent + icons(me, m), n, m);
}

/* In how many ways an event can be held. Those of a banquet or a specialist's event are the same for every card. */
struct holds {
    uint32_t banquet, printed[EVENTS], host[CORE], hosts;
    uint32_t printed_by_spent[EVENTS][STAFF], host_by_spent[CORE][STAFF];
};

static void count_holds(const struct position *p, const struct seat *me, unsigned cards, struct holds *h) {
    uint32_t exactly[SYMBOLS + 1];
    pair_counts(me, exactly);
    h->banquet = h->hosts = 0;
    for (int k = 0; k <= SYMBOLS; k++) h->banquet += exactly[k];
    h->banquet *= (uint32_t)bonuses(p, BANQUET);
    for (; cards; cards &= cards - 1) {
        int card = __builtin_ctz(cards), theme = card % CORE;
        uint32_t without_bonus = event_count(me, exactly, theme, 1 + card / CORE + noble_icons(me, theme), h->printed_by_spent[card]);
        h->printed[card] = without_bonus * (uint32_t)bonuses(p, theme);
    }
    for (unsigned rest = me->retinue; rest; rest &= rest - 1) {
        int host = __builtin_ctz(rest);
        h->hosts += h->host[host] = event_count(me, exactly, host, 2 + noble_icons(me, host), h->host_by_spent[host]);
    }
}

static void hold_by_number(const struct position *p, const struct seat *me, const struct holds *h, uint32_t n, struct move *m) {
    if (n < h->banquet) {
        uint32_t choices = (uint32_t)bonuses(p, BANQUET);
        m->how = HOLD_BANQUET, m->bonus = (uint8_t)(n % choices);
        pairs_by_number(me, SYMBOLS, SYMBOLS, n / choices, m);
    } else if ((n -= h->banquet) < h->hosts) {
        unsigned rest = me->retinue;
        while (n >= h->host[__builtin_ctz(rest)]) n -= h->host[__builtin_ctz(rest)], rest &= rest - 1;
        m->how = HOLD_SPECIALIST, m->host = (uint8_t)__builtin_ctz(rest);
        event_by_number(p, me, h->host_by_spent[m->host], n, m);
    } else {
        m->how = HOLD_PRINTED;
        event_by_number(p, me, h->printed_by_spent[m->card], n - h->hosts, m);
    }
}

static uint32_t hire_count(const struct position *p) { return may_hire(p) ? 2 * (uint32_t)size(p->for_hire) : 0; }

static uint32_t turn_count(const struct position *p, const struct seat *me, struct holds *h) {
    uint32_t all = set_count(p) + hire_count(p);
    count_holds(p, me, p->offered, h);
    for (unsigned rest = p->offered; rest; rest &= rest - 1) all += h->printed[__builtin_ctz(rest)] + h->banquet + h->hosts;
    return all;
}

static uint32_t last_hold_count(const struct position *p, const struct seat *me, struct holds *h) {
    count_holds(p, me, 0, h);
    return h->banquet + h->hosts;
}

static void turn_by_number(const struct position *p, const struct seat *me, struct move *m) {
    struct holds h;
    uint32_t n = below(turn_count(p, me, &h)), sets = set_count(p), hires = hire_count(p);
    if (n < sets) {
        set_by_number(p, n, m);
    } else if ((n -= sets) < hires) {
        m->action = HIRE, m->helper = (uint8_t)nth(p->for_hire, (int)(n / 2)), m->face = n % 2;
    } else {
        n -= hires, m->action = TAKE_EVENT;
        for (unsigned rest = p->offered;; rest &= rest - 1) {
            m->card = (uint8_t)__builtin_ctz(rest);
            uint32_t ways = h.printed[m->card] + h.banquet + h.hosts;
            if (n < ways) break;
            n -= ways;
        }
        hold_by_number(p, me, &h, n, m);
    }
}

static int gather_by_number(const struct position *p, struct move *m) {
    uint32_t n = below(1 + set_count(p));
    if (n) set_by_number(p, n - 1, m);
    return n != 0;
}

static void last_hold_by_number(const struct position *p, const struct seat *me, struct move *m) {
    struct holds h;
    hold_by_number(p, me, &h, below(last_hold_count(p, me, &h)), m);
}

/* ---- what moves do */

static void take_set(struct position *p, struct seat *me, const struct move *m) {
    if (m->action == FROM_TAVERN) {
        move_set(&p->crew[m->tavern], &me->hand, m->symbol);
        move_all(&p->crew[m->tavern], &p->court);
    } else move_set(&p->court, &me->hand, m->symbol);
}

static void hold(struct position *p, struct seat *me, const struct move *m) {
    int theme = theme_of(m), size = m->how == HOLD_BANQUET ? (m->pairs + 1) / 2 + m->bonus : m->pairs + m->bonus;
    take_card(p, m->card);
    if (m->how == HOLD_SPECIALIST) {
        p->past_events[m->card]++;
        me->retinue ^= (uint8_t)(1 << m->host), me->leaving |= (uint8_t)(1 << m->host);
    } else me->stack[m->card]++;
    if (m->spent) move_cards(&me->hand, &me->used, theme, m->spent);
    for (unsigned rest = m->hand; rest; rest &= rest - 1) move_cards(&me->hand, &me->used, __builtin_ctz(rest), 1);
    me->retinue ^= m->hired, me->leaving |= m->hired;
    int value = points[size] - (me->retinue ? 3 : 0);
    if (value < 0) value = 0;
    me->earned = (uint8_t)(me->earned + value);
    me->shown |= (uint8_t)(1 << (m->how == HOLD_BANQUET ? BANQUET : theme));
    me->done = 1;
    if (value < p->smallest) p->gloriana = (uint8_t)(me - p->seat), p->smallest = (uint8_t)value; /* NOTHING is more than any */
}

static void take_turn(struct position *p, struct seat *me) {
    struct move m = {0};
    decisions++, steps += POLICY == MOVES;
    if (TRACE) printf("\nturn %td %u", me - p->seat, turn_count(p, me, &(struct holds){0}));
    if (POLICY == STEPS) turn_by_steps(p, me, &m);
    else turn_by_number(p, me, &m);
    if (m.action == HIRE) {
        p->for_hire ^= (uint8_t)(1 << m.helper), me->retinue |= (uint8_t)(1 << m.helper);
        p->weather = m.face, p->weather_taken = 1;
    } else if (m.action == TAKE_EVENT) hold(p, me, &m);
    else take_set(p, me, &m);
}

static void last_turn(struct position *p, struct seat *me) {
    for (int i = 0; i < 2 && sets_to_take(p); i++) {
        struct move m = {0};
        decisions++, steps += POLICY == MOVES;
        if (TRACE) printf("\nturn %td %u", me - p->seat, 1 + set_count(p));
        if (!(POLICY == STEPS ? gather_by_steps(p, &m) : gather_by_number(p, &m))) break;
        take_set(p, me, &m);
    }
    struct move m = {.card = (uint8_t)__builtin_ctz(p->offered)};
    decisions++, steps += POLICY == MOVES;
    if (TRACE) printf("\nturn %td %u", me - p->seat, last_hold_count(p, me, &(struct holds){0}));
    if (POLICY == STEPS) hold_by_steps(p, me, 1u << HOLD_BANQUET | 1u << HOLD_SPECIALIST, &m);
    else last_hold_by_number(p, me, &m);
    hold(p, me, &m);
}

/* ---- a match */

static void set_up(struct position *p) {
    static const uint8_t blue[SYMBOLS] = {5, 5, 5, 5, 5, 7, 7, 7};
    memset(p, 0, sizeof *p);
    p->weather = RAINY, p->for_hire = 31;
    uint8_t nobles[CORE] = {0, 1, 2, 3, 4};
    shuffle(nobles, CORE);
    for (int i = 0; i < SEATS; i++) {
        struct seat *me = &p->seat[i];
        me->noble = p->deck[p->left++] = nobles[CORE - 1 - i]; /* the red card that goes under the deck */
        for (int s = 0; s < CORE; s++)
            if (s != me->noble) put(&me->hand, s, 1);
    }
    p->under = p->left;
    for (int s = 0; s < SYMBOLS; s++) memset(p->deck + p->left, s, blue[s]), p->left = (uint8_t)(p->left + blue[s]);
    for (int s = 0; s < CORE; s++) put(&p->discards, s, 1);
    for (int i = 0; i < SINGLES; i++) p->singles[i] = (uint8_t)(i % CORE);
    for (int i = 0; i < CORE; i++) p->doubles[i] = (uint8_t)(CORE + i);
    shuffle(p->singles, p->left_singles = SINGLES);
    shuffle(p->doubles, p->left_doubles = CORE);
    p->gloriana = (uint8_t)below(SEATS);
    struct seat *first = &p->seat[p->gloriana];
    decisions++, steps += POLICY == MOVES;
    if (TRACE) printf("\nturn %d %d", p->gloriana, size(first->hand.kinds));
    move_cards(&first->hand, &p->seat[(p->gloriana + SEATS - 1) % SEATS].hand, one_of(first->hand.kinds), 1);
}

static void play_round(struct position *p) {
    p->round++, p->weather_taken = 0, p->smallest = NOTHING;
    if (p->round == 4) shuffle_in(p);
    for (int t = 0; t < TAVERNS; t++) fill(p, &p->crew[t]);
    reveal(p, p->doubles[--p->left_doubles]);
    for (int i = 1; i < SEATS; i++) reveal(p, p->singles[--p->left_singles]);
    for (int i = 0; i < SEATS; i++) p->seat[i].done = 0;
    for (int who = p->gloriana, left = SEATS; left; who = (who + 1) % SEATS) {
        struct seat *me = &p->seat[who];
        if (me->done) continue;
        if (left == 1) last_turn(p, me);
        else take_turn(p, me);
        left -= me->done;
    }
    for (int t = 0; t < TAVERNS; t++) move_all(&p->crew[t], &p->discards);
    move_all(&p->court, &p->discards);
    for (int i = 0; i < SEATS; i++) {
        move_all(&p->seat[i].used, &p->discards);
        p->retired |= p->seat[i].leaving, p->seat[i].leaving = 0;
    }
}

static void score(const struct position *p) {
    int best = -STAFF;
    unsigned leaders = 0;
    for (int i = 0; i < SEATS; i++) {
        const struct seat *me = &p->seat[i];
        scores[i][0] = me->earned, scores[i][1] = points[size(me->shown)], scores[i][2] = 0;
        for (int s = 0; s < SYMBOLS; s++) scores[i][2] -= me->hand.count[s];
        int total = scores[i][0] + scores[i][1] + scores[i][2];
        if (total > best) best = total, leaders = 0;
        if (total == best) leaders |= 1u << i;
    }
    winner = nth(leaders, 0);
    if (size(leaders) > 1) {
        decisions++, steps += POLICY == MOVES;
        if (TRACE) printf("\nturn %d %d", p->gloriana, size(leaders));
        winner = one_of(leaders); /* the holder of the Queen's card names one */
    }
}

static int playout(void) {
    struct position p;
    decisions = steps = 0;
    set_up(&p);
    while (p.left_doubles + p.left_singles) play_round(&p);
    score(&p);
    if (TRACE) printf("\n");
    if (RECORDS) {
        printf("%ld %ld", decisions, steps);
        for (int i = 0; i < SEATS; i++) printf(" %d %d %d", scores[i][0], scores[i][1], scores[i][2]);
        printf(" %d\n", 1 << winner);
    }
    return (int)steps;
}
