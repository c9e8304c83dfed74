#include "playouts.h"

#define SIZE 11
#define EDGE (SIZE * SIZE)

static int parent[EDGE + 4];

static int root(int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void join(int a, int b) { parent[root(a)] = root(b); }

static int playout(void) {
    static const int near[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
    uint8_t cell[SIZE][SIZE];
    int moves[EDGE];
    memset(cell, 0, sizeof cell);
    for (int i = 0; i < EDGE + 4; i++) parent[i] = i;
    int n = EDGE; /* the legal list loses one place with each move */
    for (int i = 0; i < EDGE; i++) moves[i] = i;
    for (int turn = 0;; turn++) {
        int who = 1 + (turn & 1), drawn = (int)below((uint32_t)n);
        int at = moves[drawn], r = at / SIZE, c = at % SIZE;
        moves[drawn] = moves[--n];
        cell[r][c] = (uint8_t)who;
        for (int i = 0; i < 6; i++) {
            int y = r + near[i][0], x = c + near[i][1];
            if (y >= 0 && y < SIZE && x >= 0 && x < SIZE && cell[y][x] == who) join(at, y * SIZE + x);
        }
        int along = who == 1 ? r : c;
        if (along == 0) join(at, EDGE + 2 * who - 2);
        if (along == SIZE - 1) join(at, EDGE + 2 * who - 1);
        if (root(EDGE + 2 * who - 2) == root(EDGE + 2 * who - 1)) return who;
    }
}
