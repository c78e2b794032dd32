#ifndef PERENNIAL_RUNTIME_H
#define PERENNIAL_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The Swift runtime's allocator for class instances. It is part of the stable ABI on Apple's
/// platforms and has kept this signature on every other platform since Swift 5.
///
/// Perennial calls it to make an object whose stored properties are then initialised from a row,
/// without running an initialiser and hence without evaluating the user's property defaults.
/// `ModelAllocatorTests` would notice a change of this ABI.
extern void *perennial_allocate_object(const void *metadata);

/// Has the processor load an object that is about to be used.
static inline void perennial_prefetch_object(const void *object) {
  __builtin_prefetch((const char *)object);
  __builtin_prefetch((const char *)object + 64);
  __builtin_prefetch((const char *)object + 128);
}

/// Reads and writes a pointer that another thread may access, without any order between this and
/// other accesses.
static inline void *perennial_load_pointer(void **pointer) {
  return __atomic_load_n(pointer, __ATOMIC_RELAXED);
}

static inline void perennial_store_pointer(void **pointer, void *value) {
  __atomic_store_n(pointer, value, __ATOMIC_RELAXED);
}

/// Retains a Swift object, unless its destruction has begun: NULL then. The runtime's own, which
/// weak references are made of.
extern void *perennial_try_retain(void *object);

/// Returns the number of words at the start of two arrays that are equal.
static inline size_t perennial_equal_words(const uintptr_t *first, const uintptr_t *second, size_t count) {
  enum { block = 512 };
  size_t equal = 0;
  while (count - equal >= block &&
         memcmp(first + equal, second + equal, block * sizeof(uintptr_t)) == 0) {
    equal += block;
  }
  while (equal < count && first[equal] == second[equal]) {
    equal += 1;
  }
  return equal;
}

/// Returns whether an array contains a word. Looks at whole blocks, so that the compiler can compare several words at
/// once.
static inline bool perennial_contains_word(const uintptr_t *words, size_t count, uintptr_t word) {
  enum { block = 64 };
  size_t index = 0;
  for (; count - index >= block; index += block) {
    bool isFound = false;
    for (size_t offset = 0; offset < block; offset++) {
      isFound |= words[index + offset] == word;
    }
    if (isFound) {
      return true;
    }
  }
  for (; index < count; index++) {
    if (words[index] == word) {
      return true;
    }
  }
  return false;
}

/// The releases of related objects that run in a thread; see `ChainedRelease`.
struct perennial_releases {
  /// The number of releases that run, each within the one before.
  unsigned depth;
  /// A retained Swift object with what is released afterwards; NULL if there is nothing.
  void *waiting;
};

/// Returns the releases of the calling thread.
extern struct perennial_releases *perennial_releases(void);

#endif
