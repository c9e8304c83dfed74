/* Glory Islands for four players, without storm and shipwrecks. The rules, and what a step is, are those of games/glory_islands.gdl. Cards, treasures,
   islands and rewards are numbered in the order in which it lists them; spaces row by row, sea spaces from the harbour on.
   POLICY says how a move is drawn: value by value, or as one of all complete moves. The checksum is the number of steps, of draws where there is a choice.
   A decision with one move is none, except the choice of a card and of a treasure, which others do not see.
   With RECORDS each match is printed too: decisions, steps, each seat's score lines, the winners as a set of bits. With TRACE also what chance and the
   players did: the treasures that were drawn, and for each decision the seat, how many moves it has and (policy STEPS) the steps. */
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

enum { SEATS = 4, COLOURS = 4, CARDS = 24, TREASURES = 5, SACK = 35, SPACES = 25, SIGHT = 5, SEA = 24, ISLANDS = 6, LINES = 5 };
enum { ROUNDS = 24, SUNK = 40, PIRATES = 5, MOST_BARRELS = 3, BARRELS = 8, NOBODY = 255 };
enum { FIELD, CHEST, BARREL };
enum { SEARCH, LAND_ANOTHER, RELOCATE };
enum { WITH_BARREL, WITH_CIRCLES };

static const uint8_t value_of[CARDS / COLOURS] = {1, 2, 3, 3, 4, 5}; /* the cost is the same number */
static const uint8_t dots_of[CARDS] = {1, 3, 2, 4, 4, 2, 1, 3, 3, 2, 4, 1, 2, 3, 1, 4, 2, 4, 3, 1, 3, 1, 4, 2};
static const int8_t track[SUNK] = {24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
                                   4, 3, 2, 1, 0, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20, -22, -24, -26, -28, -30};
static const uint8_t set_points[TREASURES + 1] = {0, 1, 3, 6, 10, 15};
static const uint8_t landmark_at[2] = {12, 24}, landmark_glory[2][SEATS + 1] = {{0, 4, 2, 1, 0}, {0, 6, 3, 1, 0}};
static const uint8_t reward[SPACES] = {0, 2, 1, 0, 2, 2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 0, 2, 1, 0, 1, 2, 1, 0};
static const uint8_t island_of[SPACES] = {0, 0, 0, 1, 1, 0, 2, 2, 2, 1, 4, 4, 2, 3, 3, 4, 4, 5, 3, 3, 4, 5, 5, 3, 3};
static const uint8_t prizes[SEATS][3] = {{4, 2, 0}, {5, 3, 0}, {6, 4, 1}, {7, 5, 2}}; /* from an island of three spaces on */
static const uint8_t sight[SEA][SIGHT] = {
    {0, 6, 12, 18, 24}, {0, 5, 10, 15, 20}, {1, 6, 11, 16, 21}, {2, 7, 12, 17, 22}, {3, 8, 13, 18, 23}, {4, 9, 14, 19, 24},
    {4, 8, 12, 16, 20}, {4, 3, 2, 1, 0}, {9, 8, 7, 6, 5}, {14, 13, 12, 11, 10}, {19, 18, 17, 16, 15}, {24, 23, 22, 21, 20},
    {24, 18, 12, 6, 0}, {24, 19, 14, 9, 4}, {23, 18, 13, 8, 3}, {22, 17, 12, 7, 2}, {21, 16, 11, 6, 1}, {20, 15, 10, 5, 0},
    {20, 16, 12, 8, 4}, {20, 21, 22, 23, 24}, {15, 16, 17, 18, 19}, {10, 11, 12, 13, 14}, {5, 6, 7, 8, 9}, {0, 1, 2, 3, 4}};

struct seat {
    uint32_t hand, discard, ashore; /* a bit for each card, and for each space with a pirate */
    int16_t glory;
    uint8_t marker, sailed, moved, played, crew, barrels, out;
    uint8_t treasure[TREASURES];
};

struct position {
    uint32_t taken, island[ISLANDS]; /* island: its spaces */
    uint8_t sack[SACK], left, supply, colours, count, order[SEATS]; /* sack: pieces, as yet unordered */
    uint8_t owner[SPACES];
    struct seat seat[SEATS];
};

static long decisions, steps;
int scores[SEATS][LINES], winners; /* not static: scoring is part of a match even if nobody looks */

static inline int size(uint32_t set) { return __builtin_popcount(set); }

static inline int nth(uint32_t set, int n) {
    while (n--) set &= set - 1;
    return __builtin_ctz(set);
}

static inline int value_played(const struct seat *me) { return value_of[me->played / COLOURS]; }

/* ---- decisions */

static inline void ask(int seat, int moves) {
    decisions++, steps += POLICY == MOVES || moves == 1;
    if (TRACE) printf("\nturn %d %d", seat, moves);
}

static inline int value(int n) { /* one of n values, which is a step if it is drawn by itself and there is a choice */
    steps += POLICY == STEPS && n > 1;
    int i = (int)below((uint32_t)n);
    if (TRACE) printf(" %d", i);
    return i;
}

static inline int line(int i) { /* a line of a menu, which has a number of its own */
    if (TRACE) printf(" %d", i);
    return i;
}

/* ---- what moves do */

static void advance(struct position *p, struct seat *me, int n) {
    int before = me->sailed;
    me->moved = (uint8_t)(me->moved + n), me->sailed = (uint8_t)(me->sailed + n);
    for (int mark = 0; mark < 2; mark++)
        if (before < landmark_at[mark] && landmark_at[mark] <= me->sailed) {
            int arrived = 0;
            for (int i = 0; i < SEATS; i++) arrived += p->seat[i].sailed >= landmark_at[mark];
            me->glory = (int16_t)(me->glory + landmark_glory[mark][arrived]);
        }
}

static void field_glory(struct position *p, const uint8_t view[SIGHT]) {
    for (int i = 0; i < SIGHT; i++)
        if (reward[view[i]] == FIELD && p->taken >> view[i] & 1) p->seat[p->owner[view[i]]].glory++;
}

static int is_sure(const struct position *p, int n) { /* whether only one outcome is possible */
    for (int i = 1; i < p->left; i++)
        if (p->sack[i] != p->sack[0]) return p->left <= n;
    return 1;
}

static void dig(struct position *p, int who, int n) {
    struct seat *me = &p->seat[who];
    uint8_t drawn[TREASURES] = {0};
    uint32_t kinds = 0;
    int told = TRACE && !is_sure(p, n);
    if (told) printf("\ndrawn");
    for (; n && p->left; n--) {
        int at = (int)below(p->left), kind = p->sack[at];
        p->sack[at] = p->sack[--p->left];
        drawn[kind]++, kinds |= 1u << kind;
        if (told) printf(" %d", kind);
    }
    ask(who, kinds ? size(kinds) : 1);
    if (!kinds) return; /* nothing to keep; others are not told that */
    int kept = nth(kinds, value(size(kinds)));
    drawn[kept]--, me->treasure[kept]++;
    for (int kind = 0; kind < TREASURES; kind++)
        while (drawn[kind]) p->sack[p->left++] = (uint8_t)kind, drawn[kind]--;
}

static void collect(struct position *p, int who, int space) {
    struct seat *me = &p->seat[who];
    if (reward[space] == FIELD) me->glory++;
    else if (reward[space] == CHEST) dig(p, who, 2);
    else if (p->supply && me->barrels < MOST_BARRELS) p->supply--, me->barrels++;
}

static inline void leave(struct position *p, struct seat *me, int space) {
    p->taken ^= 1u << space, me->ashore ^= 1u << space;
}

static inline void land(struct position *p, int who, int space) {
    p->taken |= 1u << space, p->seat[who].ashore |= 1u << space, p->owner[space] = (uint8_t)who;
}

static void place(struct position *p, int who, int reach) {
    struct seat *me = &p->seat[who];
    const uint8_t *view = sight[me->sailed % SEA];
    uint8_t spots[SIGHT];
    uint32_t from = me->crew ? 0 : me->ashore; /* whoever has a pirate on board takes that one */
    int n = 0, before = 0;
    while (before < SIGHT && p->taken >> view[before] & 1) before++;
    if (before == SIGHT) return;
    for (int i = before; i < reach; i++)
        if (!(p->taken >> view[i] & 1)) spots[n++] = view[i];
    if (!n) { /* the nearest one beyond; who stands before it must stay */
        spots[n++] = view[before];
        for (int i = 0; i < before; i++) from &= ~(1u << view[i]);
    }
    int pirates = me->crew ? 1 : size(from);
    if (!pirates) return;
    int moves = pirates * n, which = 0, spot = 0;
    if (moves > 1) {
        ask(who, moves);
        if (POLICY == STEPS) which = value(pirates), spot = value(n);
        else which = (int)below((uint32_t)moves), spot = which % n, which /= n;
    }
    if (me->crew) me->crew--;
    else leave(p, me, nth(from, which));
    land(p, who, spots[spot]);
    collect(p, who, spots[spot]);
}

static void pay(struct position *p, struct seat *me, int how) {
    if (how == WITH_BARREL) me->barrels--, p->supply++;
    else me->marker = (uint8_t)(me->marker + 2);
}

static void special(struct position *p, int who) {
    struct seat *me = &p->seat[who];
    int card = value_played(me), pirates = 1, open = 1, ways;
    uint32_t pays = (uint32_t)(me->barrels != 0) << WITH_BARREL | (uint32_t)(me->marker + 2 < SUNK) << WITH_CIRCLES;
    if (card == 2) {
        ways = me->barrels && p->left;
    } else if (card == 3) {
        const uint8_t *view = sight[me->sailed % SEA];
        int some = 0;
        for (int i = 0; i < SIGHT; i++) some |= !(p->taken >> view[i] & 1);
        ways = some ? size(pays) : 0;
    } else if (card == 4) {
        pirates = size(me->ashore), open = SPACES - size(p->taken), ways = pirates * open * size(pays);
    } else return;
    if (!ways) return;
    ask(who, 1 + ways);
    int which = 0, berth = 0, how = 0;
    if (POLICY == STEPS) {
        if (value(2)) return;
        line(card - 2);
        if (card == 4) which = value(pirates), berth = value(open);
        if (card != 2) {
            int n = size(pays);
            steps += n > 1;
            how = line(nth(pays, (int)below((uint32_t)n)));
        }
    } else {
        int n = (int)below(1 + (uint32_t)ways);
        if (!n--) return;
        if (card != 2) how = nth(pays, n % size(pays)), n /= size(pays), berth = n % open, which = n / open;
    }
    if (card == 2) {
        pay(p, me, WITH_BARREL);
        dig(p, who, 3);
    } else if (card == 3) {
        pay(p, me, how);
        place(p, who, 3);
    } else {
        int from = nth(me->ashore, which), to = nth(~p->taken & ((1u << SPACES) - 1), berth);
        pay(p, me, how);
        leave(p, me, from);
        land(p, who, to);
        collect(p, who, to);
    }
}

static void score_island(struct position *p, int who, int isle) {
    uint32_t here = p->island[isle];
    const uint8_t *prize = prizes[size(here) - 3];
    int men[SEATS], crews = 0, most = 0, equal = 1;
    for (int i = 0; i < SEATS; i++) {
        men[i] = size(p->seat[i].ashore & here);
        if (!men[i]) continue;
        if (crews && men[i] != most) equal = 0;
        if (men[i] > most) most = men[i];
        crews++;
    }
    if (crews > 1 && equal) {
        int share = (prize[0] + prize[1] + prize[2] + crews - 1) / crews;
        for (int i = 0; i < SEATS; i++)
            if (men[i]) p->seat[i].glory = (int16_t)(p->seat[i].glory + share);
        p->seat[who].glory++;
    } else {
        for (int rank = 0, n = most; n; n--) {
            int tied = 0, sum = 0;
            for (int i = 0; i < SEATS; i++) tied += men[i] == n;
            if (!tied) continue;
            for (int i = rank; i < rank + tied && i < 3; i++) sum += prize[i];
            for (int i = 0; i < SEATS; i++)
                if (men[i] == n) p->seat[i].glory = (int16_t)(p->seat[i].glory + (sum + tied - 1) / tied);
            rank += tied;
        }
    }
    for (int i = 0; i < SEATS; i++) {
        p->seat[i].crew = (uint8_t)(p->seat[i].crew + men[i]);
        p->seat[i].ashore &= ~here;
    }
    p->taken &= ~here;
}

static void score_islands(struct position *p, int who) {
    for (;;) {
        uint32_t full = 0;
        for (int isle = 0; isle < ISLANDS; isle++) full |= (uint32_t)!(p->island[isle] & ~p->taken) << isle;
        if (!full) return;
        int which = 0;
        if (size(full) > 1) {
            ask(who, size(full));
            which = value(size(full));
        }
        score_island(p, who, nth(full, which));
    }
}

/* ---- a match */

static void set_up(struct position *p) {
    memset(p, 0, sizeof *p);
    for (int i = 0; i < SACK; i++) p->sack[i] = (uint8_t)(i % TREASURES);
    p->left = SACK, p->supply = BARRELS, p->colours = (1 << COLOURS) - 1;
    for (int i = 0; i < SPACES; i++) p->island[island_of[i]] |= 1u << i;
    for (int i = 0; i < SEATS; i++) {
        struct seat *me = &p->seat[i];
        int which = 0;
        if (size(p->colours) > 1) {
            ask(i, size(p->colours));
            which = value(size(p->colours));
        }
        int flag = nth(p->colours, which);
        p->colours ^= (uint8_t)(1 << flag);
        me->hand = 0x111111u << flag;
        me->played = NOBODY, me->crew = PIRATES, me->barrels = 1, p->supply--;
    }
}

static void eliminate(struct position *p, int who) {
    struct seat *me = &p->seat[who];
    p->supply = (uint8_t)(p->supply + me->barrels);
    p->taken &= ~me->ashore;
    memset(me->treasure, 0, sizeof me->treasure);
    me->hand = me->discard = me->ashore = 0, me->crew = me->barrels = 0, me->played = NOBODY, me->out = 1;
}

static inline int rank_of(const struct seat *me) { /* ours alone: black ink is more than white, which only Trey has */
    return value_played(me) << 4 | dots_of[me->played] << 1 | (me->played / COLOURS != 3);
}

static void set_order(struct position *p) {
    p->count = 0;
    for (int i = 0; i < SEATS; i++) {
        if (p->seat[i].out) continue;
        int at = p->count++;
        for (; at && rank_of(&p->seat[p->order[at - 1]]) < rank_of(&p->seat[i]); at--) p->order[at] = p->order[at - 1];
        p->order[at] = (uint8_t)i;
    }
}

static void swap_cards(struct position *p) { /* those with the same value stand together in the order */
    for (int low = 0, high; low < p->count; low = high) {
        for (high = low + 1; high < p->count && value_played(&p->seat[p->order[high]]) == value_played(&p->seat[p->order[low]]);) high++;
        for (int a = low, b = high - 1; a < b; a++, b--) {
            struct seat *early = &p->seat[p->order[a]], *late = &p->seat[p->order[b]];
            uint8_t card = early->played;
            early->played = late->played, late->played = card;
        }
    }
}

static void voyage(struct position *p, int who) {
    struct seat *me = &p->seat[who];
    int farthest = value_played(me);
    me->moved = 0;
    if (farthest == 5) {
        ask(who, 5);
        int stage;
        if (POLICY == STEPS) stage = value(2) ? 0 : 1 + value(4);
        else stage = (int)below(5);
        if (stage) {
            advance(p, me, stage);
            place(p, who, 5);
            farthest -= stage;
        }
    }
    int far = 0;
    if (farthest > 1) {
        ask(who, farthest);
        far = value(farthest);
    }
    advance(p, me, 1 + far);
    field_glory(p, sight[me->sailed % SEA]);
    place(p, who, value_played(me));
    special(p, who);
    score_islands(p, who);
}

static int play_round(struct position *p) { /* whether another one follows */
    int home = 0;
    for (int i = 0; i < SEATS; i++) {
        struct seat *me = &p->seat[i];
        if (me->out) continue;
        ask(i, size(me->hand));
        me->played = (uint8_t)nth(me->hand, value(size(me->hand)));
        me->hand ^= 1u << me->played;
    }
    for (int i = 0; i < SEATS; i++) {
        struct seat *me = &p->seat[i];
        if (me->out) continue;
        int marker = me->marker + value_played(me);
        me->marker = (uint8_t)(marker < SUNK ? marker : SUNK);
        if (me->marker == SUNK) eliminate(p, i);
    }
    set_order(p);
    for (int i = 0; i < p->count; i++) voyage(p, p->order[i]);
    swap_cards(p);
    for (int i = 0; i < p->count; i++) {
        struct seat *me = &p->seat[p->order[i]];
        int back = value_played(me) == 1;
        me->discard |= 1u << me->played;
        if (back) me->hand |= me->discard, me->discard = 0;
        me->played = NOBODY;
    }
    for (int i = 0; i < SEATS; i++) home |= p->seat[i].sailed >= SEA;
    return !home && p->count;
}

static void score(const struct position *p) {
    int best = -SPACES * SUNK;
    winners = 0;
    for (int i = 0; i < SEATS; i++) {
        const struct seat *me = &p->seat[i];
        scores[i][0] = me->glory, scores[i][1] = me->barrels, scores[i][2] = size(me->ashore);
        scores[i][3] = me->marker < SUNK ? track[me->marker] : 0, scores[i][4] = 0;
        for (int n = 1, kinds = 1; kinds; n++) {
            kinds = 0;
            for (int t = 0; t < TREASURES; t++) kinds += me->treasure[t] >= n;
            scores[i][4] += set_points[kinds];
        }
        if (me->out) continue;
        int total = 0;
        for (int l = 0; l < LINES; l++) total += scores[i][l];
        if (total > best) best = total, winners = 0;
        if (total == best) winners |= 1 << i;
    }
    if (!winners) winners = (1 << SEATS) - 1;
}

static int playout(void) {
    struct position p;
    decisions = steps = 0;
    set_up(&p);
    for (int round = 1; play_round(&p) && round < ROUNDS;) round++;
    score(&p);
    if (TRACE) printf("\n");
    if (RECORDS) {
        printf("%ld %ld", decisions, steps);
        for (int i = 0; i < SEATS; i++)
            for (int l = 0; l < LINES; l++) printf(" %d", scores[i][l]);
        printf(" %d\n", winners);
    }
    return (int)steps;
}
