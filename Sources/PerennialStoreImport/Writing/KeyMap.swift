/// The keys in the container by the keys in a hierarchy of the file.
///
/// Keys of successive rows are mostly consecutive in both, so ranges are stored. In the worst case, each key takes 32
/// bytes.
struct KeyMap {
  /// An object in the container.
  struct Target: Hashable {
    let key: Int64
    /// The number of the plan of the object's entity.
    let plan: Int
  }

  private struct Run {
    let source: Int64
    let target: Int64
    var count: Int64
    let plan: Int
  }

  private var runs: [Run] = []

  /// The number of keys.
  private(set) var count = 0

  /// Adds a key, which is greater than all others.
  mutating func append(_ source: Int64, _ target: Int64, plan: Int) {
    count += 1
    if let last = runs.last, last.plan == plan, source &- last.source == last.count,
      target &- last.target == last.count
    {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(source: source, target: target, count: 1, plan: plan))
    }
  }

  /// Returns `true` if an object in the container has the key. O(n) in the number of ranges.
  func contains(target: Int64) -> Bool {
    // The keys of presets and those of other objects are further apart than the greatest number.
    runs.contains { (0..<$0.count).contains(target &- $0.target) }
  }

  /// Returns the key in the file of an object in the container; nil if it has none. O(n) in the number of ranges.
  func source(of target: Int64) -> Int64? {
    for run in runs {
      let offset = target &- run.target
      if (0..<run.count).contains(offset) { return run.source + offset }
    }
    return nil
  }

  /// Returns the number of keys of an entity.
  func count(ofPlan plan: Int) -> Int {
    runs.reduce(0) { $0 + ($1.plan == plan ? Int($1.count) : 0) }
  }

  /// Adds an offset to all keys in the container.
  mutating func shift(by offset: Int64) {
    runs = runs.map {
      Run(source: $0.source, target: $0.target + offset, count: $0.count, plan: $0.plan)
    }
  }

  /// Returns the object of a key in the file; nil if there is none.
  func target(of source: Int64) -> Target? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].source <= source { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    let offset = source &- run.source
    guard offset >= 0, offset < run.count else { return nil }
    return Target(key: run.target + offset, plan: run.plan)
  }
}
