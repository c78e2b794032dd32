package import Perennial

/// The record that another was merged into.
///
/// A legacy copy is merged into its preset, and a preset that got another ID into the one with the new ID.
package struct Redirect: Hashable, Sendable {
  /// The catalog's version that says so; 0 of a legacy copy.
  package let version: Int
  package let target: RecordName

  package init(version: Int = 0, target: RecordName) {
    self.version = version
    self.target = target
  }
}

/// The later version's target counts.
extension Redirect: Joinable {
  package mutating func join(_ other: Redirect) {
    if (version, target) < (other.version, other.target) { self = other }
  }
}

/// Where the records went that were merged into others.
///
/// References keep the name that they were made with, and are led to where it went when they are
/// read; so it does not matter whether they or the merge were there first.
package struct Redirects: Hashable, Sendable {
  private var targets: [RecordName: Redirect] = [:]

  package init() {}

  /// The redirects that lie in the states of records: of the copies that were folded into them, and of
  /// those that were merged into others.
  package init<Value>(in states: [RecordName: RecordState<Value>]) {
    for (name, state) in states {
      for copy in state.copies.keys { add(Redirect(target: name), for: copy) }
      if let redirect = state.redirect { add(redirect, for: name) }
    }
  }

  package var isEmpty: Bool { targets.isEmpty }

  /// Notes where a record went.
  package mutating func add(_ redirect: Redirect, for name: RecordName) {
    targets[name].join(redirect)
  }

  /// The name of the record that a name stands for: itself, or where redirects lead.
  ///
  /// In a circle, which two versions of a catalog can make by renaming there and back, the redirect of
  /// the latest version has the last word.
  ///
  /// Complexity: O(*n*) in the length of the way, which is 1 as a rule.
  package func destination(of name: RecordName) -> RecordName {
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

extension Redirects: Joinable {
  package mutating func join(_ other: Redirects) { targets.join(other.targets) }
}
