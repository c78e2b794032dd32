#ifndef PERENNIAL_RUNTIME_H
#define PERENNIAL_RUNTIME_H

#include <stddef.h>

/// The Swift runtime's allocator for class instances. It is part of the stable ABI on Apple's
/// platforms and has kept this signature on every other platform since Swift 5.
///
/// Perennial calls it to make an object whose stored properties are then initialised from a row,
/// without running an initialiser and hence without evaluating the user's property defaults.
/// `ModelAllocatorTests` would notice a change of this ABI.
extern void *perennial_allocate_object(const void *metadata);

/// Retains a Swift object, unless its destruction has begun: NULL then. The runtime's own, which
/// weak references are made of.
extern void *perennial_try_retain(void *object);

#endif
