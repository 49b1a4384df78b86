#include <omp.h>
#include <vector>
extern "C" int twice(int x);
int main()
{
	std::vector<int> v(3, 7);
	return twice(v.at(2)) != 14 || omp_get_initial_device() < 0;
}
