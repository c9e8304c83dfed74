#include "playouts.h"

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int won(const uint8_t *cell, int who) {
    for (int i = 0; i < 8; i++)
        if (cell[lines[i][0]] == who && cell[lines[i][1]] == who && cell[lines[i][2]] == who) return 1;
    return 0;
}

static int playout(void) {
    uint8_t cell[9] = {0};
    int moves[9];
    for (int turn = 0;; turn++) {
        int n = 0, who = 1 + (turn & 1);
        for (int i = 0; i < 9; i++)
            if (!cell[i]) moves[n++] = i;
        if (!n) return 0;
        cell[moves[below((uint32_t)n)]] = (uint8_t)who;
        if (won(cell, who)) return who;
    }
}
