import HeapUse

/// The stopwatch of one contender for one round. It times only the parts that count, and notes numbers
/// of bytes.
final class Stopwatch {
  /// The readings so far, by the name of the step.
  private(set) var readings: [String: Reading] = [:]

  /// Times work that consists of so many like operations.
  func time<Result>(
    _ step: String,
    operations: Int,
    _ work: () throws -> Result
  ) rethrows -> Result {
    let start = Time.now
    let result = try work()
    readings[step] = .time(Time.now - start, operations: operations)
    return result
  }

  /// Times work that tells in the end of how many like operations it consisted. What the work
  /// makes is released within the time.
  func time(_ step: String, _ work: () throws -> Int) rethrows {
    let start = Time.now
    let operations = try work()
    readings[step] = .time(Time.now - start, operations: operations)
  }

  /// Notes how long something took that was done once.
  func note(_ step: String, _ time: Time) {
    readings[step] = .time(time, operations: 1)
  }

  /// Notes the median of how long each of some like operations took, as the time of one.
  func note(_ step: String, medianOf times: [Time]) {
    guard let cpu = times.map(\.cpu).median, let wall = times.map(\.wall).median else { return }
    note(step, Time(cpu: cpu, wall: wall))
  }

  /// Notes by how many bytes the heap has grown for each object, where the allocator tells.
  func note(_ step: String, since before: Int64, objects: Int) {
    let after = heap_use()
    guard before >= 0, after >= 0 else { return }
    note(step, bytes: Double(after - before) / Double(objects))
  }

  /// Notes a number of bytes.
  func note(_ step: String, bytes: Double) {
    readings[step] = .bytes(bytes)
  }
}

/// Looks at a value where the optimiser does not see it, so that the work that made it stays.
@inline(never)
func use<Value>(_ value: borrowing Value) {}
