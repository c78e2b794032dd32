// The surroundings of a program that is linked with this file: the same in each run.
//
// The program defines functions of the C library. The dynamic linker then binds the calls in the libraries
// of Swift to these definitions, and not to those of the C library. So keys, identifiers, dates and the
// random bits in them are fixed, and no library has a switch for it.

#if defined(__linux__)

#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <dlfcn.h>

/// The sixth of November 2026, in seconds since 1970.
static const time_t start = 1793923200;

/// The number of times that the clock was read.
static atomic_long readings;

/// The state of the generator of random numbers (SplitMix64).
static _Atomic uint64_t state;

typedef long (*SystemCall)(long, ...);

/// The function of the C library that this file hides.
static SystemCall systemCall(void) {
  static _Atomic(SystemCall) found;
  SystemCall call = atomic_load(&found);
  if (!call) {
    call = (SystemCall)dlsym(RTLD_NEXT, "syscall");
    atomic_store(&found, call);
  }
  return call;
}

static void fill(unsigned char *bytes, size_t count) {
  for (size_t index = 0; index < count; index += 8) {
    uint64_t mixed = atomic_fetch_add(&state, 0x9E3779B97F4A7C15) + 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    mixed ^= mixed >> 31;
    for (size_t byte = 0; byte < 8 && index + byte < count; byte++) {
      bytes[index + byte] = (unsigned char)(mixed >> (byte * 8));
    }
  }
}

/// Makes a system call. Random numbers follow from a seed.
long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) arguments[index] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom) {
    fill((unsigned char *)arguments[0], (size_t)arguments[1]);
    return arguments[1];
  }
  return systemCall()(
    number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

/// Reads a clock. The time of day is a microsecond later at each reading, so that it ascends.
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_REALTIME) return (int)systemCall()(SYS_clock_gettime, (long)clock, time);
  long microseconds = atomic_fetch_add(&readings, 1);
  time->tv_sec = start + microseconds / 1000000;
  time->tv_nsec = microseconds % 1000000 * 1000;
  return 0;
}

/// Accepts a watch of a file, and never reports a write to it.
///
/// Otherwise another thread would look for changes, at times that differ: up to 0.6 million instructions
/// in a save of 5,000 objects, which has 75 million.
int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  (void)descriptor, (void)path, (void)mask;
  static atomic_int watches;
  return atomic_fetch_add(&watches, 1) + 1;
}

int inotify_rm_watch(int descriptor, int watch) {
  (void)descriptor, (void)watch;
  return 0;
}

#endif
