#include "playouts.h"

#define ROWS 6
#define COLUMNS 7

static int run(uint8_t cell[ROWS][COLUMNS], int row, int column, int down, int right) {
    int who = cell[row][column], n = 0;
    for (row += down, column += right; row >= 0 && row < ROWS && column >= 0 && column < COLUMNS && cell[row][column] == who; row += down, column += right) n++;
    return n;
}

static int won(uint8_t cell[ROWS][COLUMNS], int row, int column) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++)
        if (1 + run(cell, row, column, ways[i][0], ways[i][1]) + run(cell, row, column, -ways[i][0], -ways[i][1]) >= 4) return 1;
    return 0;
}

static int playout(void) {
    uint8_t cell[ROWS][COLUMNS] = {{0}}, height[COLUMNS] = {0};
    int moves[COLUMNS];
    for (int turn = 0;; turn++) {
        int n = 0, who = 1 + (turn & 1);
        for (int i = 0; i < COLUMNS; i++)
            if (height[i] < ROWS) moves[n++] = i;
        if (!n) return 0;
        int column = moves[below((uint32_t)n)], row = height[column]++;
        cell[row][column] = (uint8_t)who;
        if (won(cell, row, column)) return who;
    }
}
