// ROW: C: C23
// SPEC: 4.0 1.7
// FLAGS: -std=gnu2x
/* auto, nullptr, constexpr, typeof, attributes, digit separators, labels before declarations. */
#include "check.h"

[[nodiscard]] static int one([[maybe_unused]] int x) { return 1; }
enum small : unsigned char { A, B = 200 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[30] = {};
#pragma omp target teams distribute parallel for map(tofrom: r)
    for (int i = 0; i < 30; i++) {
        auto x = i;
        constexpr int k = 4;
        int *p = nullptr;
        typeof(x) y = 0b101 + 1'000;
        static_assert(k == 4);
        bool good = true;
        [[maybe_unused]] enum small s = B;
        switch (x) {
        case 1:
            r[i] += 100;
            [[fallthrough]];
        default:
            r[i] += one(x);
        }
        if (i == 3)
            goto end;
        r[i] += good && p == nullptr && sizeof s == 1 && s == 200 ? y + k : 0;
    end:
    }
    for (int i = 0; i < 30; i++)
        CHECK_INT(r[i], (i == 1) * 100 + 1 + (i != 3) * 1009, "r[%d]", i);
    return check_end();
}
