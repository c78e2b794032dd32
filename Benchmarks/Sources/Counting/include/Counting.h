#pragma once

#include <stdbool.h>

/// Returns `true` in a process that valgrind runs, if the program was compiled beside valgrind's header.
bool counting_is_possible(void);

/// Makes callgrind count the instructions that all threads execute from now on.
void counting_start(void);

/// Ends what `counting_start` began. Callgrind prints the sum of all counts when the process exits.
void counting_stop(void);
