#include "playouts.h"

static int playout(void) {
    uint8_t cell[8][8];
    int count[3] = {0, 16, 16};
    struct { uint8_t row, column, to_row, to_column; } moves[64];
    memset(cell, 0, sizeof cell);
    for (int i = 0; i < 8; i++) cell[6][i] = cell[7][i] = 1, cell[0][i] = cell[1][i] = 2;
    for (int turn = 0;; turn++) {
        int n = 0, who = 1 + (turn & 1), ahead = who == 1 ? -1 : 1;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++)
                if (cell[r][c] == who) {
                    int t = r + ahead;
                    if (t < 0 || t > 7) continue;
                    for (int d = -1; d <= 1; d++) {
                        int k = c + d;
                        if (k < 0 || k > 7) continue;
                        if (d ? cell[t][k] != who : !cell[t][k]) {
                            moves[n].row = (uint8_t)r, moves[n].column = (uint8_t)c;
                            moves[n].to_row = (uint8_t)t, moves[n++].to_column = (uint8_t)k;
                        }
                    }
                }
        int i = (int)below((uint32_t)n);
        uint8_t taken = cell[moves[i].to_row][moves[i].to_column];
        cell[moves[i].to_row][moves[i].to_column] = (uint8_t)who;
        cell[moves[i].row][moves[i].column] = 0;
        if (taken) count[taken]--;
        if (moves[i].to_row == (who == 1 ? 0 : 7) || !count[3 - who]) return who;
    }
}
