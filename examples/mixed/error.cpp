// error.cpp: C++ with OpenMP on the host's threads.
#include <algorithm>
#include <cmath>
#include <vector>

extern "C" double largest_error(const double *u, int n, double height)
{
    const double pi = std::acos(-1.0), h = 1.0 / (n - 1);
    std::vector<double> sine(n);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        sine[i] = std::sin(pi * i * h);
    double largest = 0;
#pragma omp parallel for reduction(max : largest)
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            largest = std::max(largest, std::abs(u[j * n + i] - height * sine[i] * sine[j]));
    return largest;
}
