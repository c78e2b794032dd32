/// The record that another record was merged into.
///
/// A legacy copy is merged into its preset. A preset with a new ID is merged into the record with that
/// ID.
public struct Redirect: Hashable, Sendable {
  /// The version of the catalog that contains the redirect; 0 for a legacy copy.
  public let version: Int
  /// The name of the record that the other was merged into.
  public let target: RecordName

  /// Creates a redirect.
  public init(version: Int = 0, target: RecordName) {
    self.version = version
    self.target = target
  }
}

/// The join is the redirect of the later version.
extension Redirect: Mergeable {
  /// Takes the redirect of the later version.
  public mutating func join(_ other: Redirect) {
    if (version, target) < (other.version, other.target) { self = other }
  }
}

/// The targets of records that were merged into others.
///
/// References keep their original names and are redirected when they are read. So the order of creating
/// a reference and merging its target does not matter.
///
/// ```swift
/// var redirects = Redirects()
/// redirects.add(Redirect(target: .object(key: 2)), for: .object(key: 1))
/// print(redirects.destination(of: .object(key: 1)))  // o.0000000000000002
/// ```
public struct Redirects: Hashable, Sendable {
  private var targets: [RecordName: Redirect] = [:]

  /// Creates an empty table: no record was merged into another.
  public init() {}

  /// Creates the redirects of record states: those of the copies in them, and those of the records that
  /// were merged into others.
  public init<Value>(in states: [RecordName: RecordState<Value>]) {
    for (name, state) in states {
      for copy in state.duplicates.keys { add(Redirect(target: name), for: copy) }
      if let redirect = state.redirect { add(redirect, for: name) }
    }
  }

  /// `true` if no record was merged into another.
  public var isEmpty: Bool { targets.isEmpty }

  /// Records the target of a merged record.
  public mutating func add(_ redirect: Redirect, for name: RecordName) {
    targets[name].join(redirect)
  }

  /// Returns the records that were merged into a record directly.
  ///
  /// Complexity: O(*n*) in the number of redirects.
  public func sources(of target: RecordName) -> [RecordName] {
    targets.filter { $0.value.target == target }.keys.sorted()
  }

  /// Returns all other names of a record: those of the records that were merged into it.
  ///
  /// Complexity: O(*n*) in the number of redirects.
  public func aliases(of target: RecordName) -> [RecordName] {
    if targets.isEmpty { return [] }
    return targets.keys.filter { $0 != target && destination(of: $0) == target }.sorted()
  }

  /// Returns the name of the record that a name stands for: the name itself, or the target of its
  /// redirects.
  ///
  /// In a cycle, which two versions of a catalog can create by renaming back and forth, the redirect of
  /// the latest version decides.
  ///
  /// Complexity: O(*n*) in the number of redirects to follow, which is usually 1.
  public func destination(of name: RecordName) -> RecordName {
    if targets.isEmpty { return name }
    var current = name
    var passed: Set<RecordName> = []
    while let next = targets[current] {
      guard passed.insert(current).inserted else { return lastWord(inCircleFrom: current) }
      current = next.target
    }
    return current
  }

  private func lastWord(inCircleFrom start: RecordName) -> RecordName {
    var latest = targets[start]
    var current = latest?.target ?? start
    while current != start, let redirect = targets[current] {
      latest.join(redirect)
      current = redirect.target
    }
    return latest?.target ?? start
  }
}

extension Redirects: Mergeable {
  /// Joins the redirects of each record.
  public mutating func join(_ other: Redirects) { targets.join(other.targets) }
}
