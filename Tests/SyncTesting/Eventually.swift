/// Waits until a condition holds, for at most a time.
///
/// - Returns: `true` if the condition holds.
public func eventually(
  within limit: Duration = .seconds(20), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let end = ContinuousClock.now.advanced(by: limit)
  while ContinuousClock.now < end {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return try await condition()
}
