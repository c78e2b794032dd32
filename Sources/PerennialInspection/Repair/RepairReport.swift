public import Foundation

/// The result of a repair, or of its dry run.
public struct RepairReport: Codable, Sendable {
  /// A problem that was mended.
  public struct Repair: Codable, Hashable, Sendable {
    /// The kinds of problems that can be mended.
    public enum Kind: String, Codable, CaseIterable, Sendable {
      /// A link to an object that does not exist was removed. A to-one relationship is nil now.
      case link
      /// A missing index was created.
      case index
      /// A missing trigger was created.
      case trigger
    }

    /// The kind of the problem.
    public let kind: Kind
    /// The link, or the name of the index or trigger.
    public let description: String
  }

  /// The repairs, at most a hundred of each kind.
  public internal(set) var repairs: [Repair] = []
  /// The number of repairs of each kind, by the raw value of ``Repair/Kind``.
  public internal(set) var counts: [String: Int] = [:]
  /// The reasons why problems that could have been mended are left.
  public internal(set) var obstacles: [String] = []
  /// The problems that are left, as a verification finds them.
  public internal(set) var remaining = Verification()
  /// The copy of the store as it was before the repair; nil if nothing was written.
  public internal(set) var copy: URL?

  /// The number of repairs.
  public var count: Int { counts.values.reduce(0, +) }

  /// `true` if the store has no problem after the repair.
  public var isComplete: Bool { remaining.counts.isEmpty && obstacles.isEmpty }

  mutating func add(_ kind: Repair.Kind, _ description: String) {
    counts[kind.rawValue, default: 0] += 1
    if counts[kind.rawValue, default: 0] <= 100 {
      repairs.append(Repair(kind: kind, description: description))
    }
  }
}

extension Verification {
  /// Returns the problems without those that a repair mends. The links of both are in the same order.
  func without(_ report: RepairReport) -> Verification {
    var rest = self
    func remove(_ kind: Problem.Kind, count: Int, describedBy descriptions: Set<String>) {
      let left = (rest.counts[kind.rawValue] ?? 0) - count
      rest.counts[kind.rawValue] = left > 0 ? left : nil
      rest.problems.removeAll { $0.kind == kind && descriptions.contains($0.description) }
    }
    let links = report.repairs.filter { $0.kind == .link }.map(\.description)
    remove(
      .reference, count: report.counts[RepairReport.Repair.Kind.link.rawValue] ?? 0,
      describedBy: Set(links))
    let objects = report.repairs.filter { $0.kind != .link }
      .map { "the \($0.kind.rawValue) \($0.description) is missing" }
    // A verification does not know all triggers.
    let known = problems.filter { $0.kind == .table && objects.contains($0.description) }
    remove(.table, count: known.count, describedBy: Set(objects))
    return rest
  }
}
