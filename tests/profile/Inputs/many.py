"""many.py N: a program of N regions, in as many functions. The one in the middle does most; every other one maps a table that
never changes, and one in ten is left to one team."""
import sys

n = int(sys.argv[1])
print("enum { N = 64, LONG = 1500, HOT = 20000 };\nstatic double t[N], a[N], b[LONG], hot[HOT];")
for i in range(n):
    directive, size, body = "target parallel for map(tofrom: a)", "N", f"a[i] += {i};"
    if i == n // 2:
        directive, size = "target teams distribute parallel for map(tofrom: hot)", "HOT"
        body = "for (int k = 0; k < 50; k++)\n            hot[i] += i;"
    elif i % 10 == 0:
        directive, size, body = "target parallel for map(tofrom: b[0 : n])", "n", "b[i] += i;"
    elif i % 2:
        directive, body = "target parallel for map(to: t) map(tofrom: a)", "a[i] += t[i];"
    print(f"static void r{i}(int n)\n{{\n#pragma omp {directive}\n    for (int i = 0; i < {size}; i++)\n        {body}\n}}")
print("int main(void)\n{\n    for (int k = 0; k < 2; k++) {")
for i in range(n):
    print(f"        r{i}(LONG);")
print("    }\n    return 0;\n}")
