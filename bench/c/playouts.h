/* What the C programs share: the random stream of the executors (PCG-XSH-RR 64/32, Lemire's bounded draw), and a clock of process time.
   Each program is written plainly: list the legal moves, draw one, apply it, test for the end. It prints playouts per second and a checksum. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t rng_state = 42, rng_increment = 109;

static inline uint32_t word(void) {
    uint64_t old = rng_state;
    rng_state = old * 6364136223846793005ULL + rng_increment;
    uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return (x >> turn) | (x << ((-turn) & 31));
}

static inline uint32_t below(uint32_t n) {
    if (n == 1) return 0;
    uint64_t m = (uint64_t)word() * n;
    if ((uint32_t)m < n) {
        uint32_t t = -n % n;
        while ((uint32_t)m < t) m = (uint64_t)word() * n;
    }
    return (uint32_t)(m >> 32);
}

static int playout(void);

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 100000, sum = 0;
    clock_t began = clock();
    for (long i = 0; i < count; i++) sum += playout();
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%.1f %ld\n", (double)count / seconds, sum);
    return 0;
}
