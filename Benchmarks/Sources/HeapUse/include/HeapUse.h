#pragma once

/// Bytes that the allocator has handed out and not got back, its own headers included; negative
/// where the allocator does not say.
long long heap_use(void);
