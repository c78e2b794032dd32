#include "Counting.h"

// The benchmarks are built on machines without valgrind too. There the functions do nothing.
#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HAS_CALLGRIND 1
#endif
#endif

#ifdef HAS_CALLGRIND

bool counting_is_possible(void) { return RUNNING_ON_VALGRIND; }

void counting_start(void) { CALLGRIND_START_INSTRUMENTATION; }

void counting_stop(void) { CALLGRIND_STOP_INSTRUMENTATION; }

#else

bool counting_is_possible(void) { return false; }

void counting_start(void) {}

void counting_stop(void) {}

#endif
