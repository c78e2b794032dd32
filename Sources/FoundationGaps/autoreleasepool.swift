#if !canImport(Darwin)
/// Calls a closure and returns its result.
///
/// The Objective-C runtime releases objects at the end of the pool. Without that runtime no object
/// waits for a pool: each is released with its last reference.
@_disfavoredOverload
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
#endif
