// SPDX-License-Identifier: MIT
// thrown.cpp - exceptions through five frames, from threads and a library.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Counted {
	int &n;
	~Counted() { n++; }
};

__attribute__((noinline)) static int
down(int n, int &cleaned)
{
	Counted c{cleaned};

	if (n == 0)
		throw std::runtime_error("at the end");
	return down(n - 1, cleaned) + 1;
}

__attribute__((noinline)) static int
again(int &cleaned)
{
	try {
		return down(5, cleaned);
	} catch (const std::exception &) {
		throw;
	}
}

static int
all(int &cleaned)
{
	int caught = 0;

	for (int i = 0; i < 20; i++)
		try {
			again(cleaned);
		} catch (const std::runtime_error &e) {
			caught += std::string(e.what()).size() == 10;
		}
	try {
		std::vector<int>(3).at(7);
	} catch (const std::out_of_range &) {
		caught += 100;
	}
	return caught;
}

int
main()
{
	int cleaned = 0, other = 0, caught = 0;
	std::thread t([&] { caught = all(other); });

	t.join();
	printf("%d %d %d %d\n", all(cleaned), cleaned, caught, other);
	return 16;
}
