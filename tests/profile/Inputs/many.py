"""many.py N: a program of N regions, in as many functions. The one in the middle does most; every other one maps a table that
never changes, once more in each turn."""
import sys

n = int(sys.argv[1])
print("enum { N = 64, HOT = 20000 };\nstatic double t[N], a[N], hot[HOT];")
for i in range(n):
    if i == n // 2:
        print(f"""static void r{i}(void)
{{
#pragma omp target teams distribute parallel for map(tofrom: hot)
    for (int i = 0; i < HOT; i++)
        hot[i] += i;
}}""")
        continue
    maps = "map(to: t) map(tofrom: a)" if i % 2 else "map(tofrom: a)"
    print(f"""static void r{i}(void)
{{
#pragma omp target parallel for {maps}
    for (int i = 0; i < N; i++)
        a[i] += {"t[i]" if i % 2 else i};
}}""")
print("int main(void)\n{\n    for (int k = 0; k < 2; k++) {")
for i in range(n):
    print(f"        r{i}();")
print("    }\n    return 0;\n}")
