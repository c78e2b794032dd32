#include "PerennialRuntime.h"

#include <stdint.h>
#include <string.h>

extern void *swift_allocObject(const void *metadata, size_t size, size_t alignMask);
extern void *swift_tryRetain(void *object);

/// The words at the address point of a Swift class's metadata. All platforms have the kind and the
/// superclass there. An Objective-C compatible runtime adds two words of a cache and a data pointer.
#if defined(__APPLE__)
enum { metadataWords = 5 };
#else
enum { metadataWords = 2 };
#endif

/// The places of the size and the alignment of the instances, in bytes from the address point. The
/// class's flags and its own address point, of four bytes each, are before them.
enum {
  instanceSizeOffset = metadataWords * sizeof(void *) + 8,
  instanceAlignMaskOffset = instanceSizeOffset + 4,
};

/// A Swift heap object begins with its metadata pointer and its reference counts.
enum { heapObjectHeaderSize = 2 * sizeof(void *) };

void *perennial_allocate_object(const void *metadata) {
  const char *base = (const char *)metadata;
  uint32_t size;
  uint16_t alignMask;
  memcpy(&size, base + instanceSizeOffset, sizeof size);
  memcpy(&alignMask, base + instanceAlignMaskOffset, sizeof alignMask);
  char *object = swift_allocObject(metadata, size, alignMask);
  // Zeroed, an integer, an optional or a reference that nobody initialised can still be destroyed.
  memset(object + heapObjectHeaderSize, 0, size - heapObjectHeaderSize);
  // Objects are made in thousands, each a few hundred bytes behind the last, with its texts between
  // them: have the memory ready that the next ones are written to. A prefetch never faults.
  for (int line = 8; line < 12; line++) __builtin_prefetch(object + line * 64, 1);
  return object;
}

struct perennial_releases *perennial_releases(void) {
  static _Thread_local struct perennial_releases releases;
  return &releases;
}

void *perennial_try_retain(void *object) {
  // Whoever finds an object reads it next, and nothing is loaded ahead of an atomic operation.
  perennial_prefetch_object(object);
  return swift_tryRetain(object);
}
