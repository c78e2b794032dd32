public import Foundation

/// What a migration did to one store, or would do.
///
/// ``ModelContainer/migrationReports`` has those of a container;
/// ``ModelContainer/migrationReports(for:migrationPlan:configurations:)`` tells beforehand.
public struct MigrationReport: Hashable, Sendable {
  /// One step from a version of the schema to another.
  public struct Step: Hashable, Sendable {
    /// What the step leads from: the name of a `VersionedSchema`, or what the file has.
    public let source: String
    public let target: String
    /// Whether code of the program runs in the step.
    public let isCustom: Bool
    /// What the step does by itself.
    public internal(set) var changes: [MigrationChange]
  }

  public let configurationName: String
  public let url: URL
  /// The steps in order; none if the store has the schema already.
  public internal(set) var steps: [Step] = []
  /// What is in the way. A migration that was done had nothing in its way.
  public internal(set) var obstacles: [MigrationObstacle] = []

  /// A Boolean value that indicates whether values that objects have are removed without a stage of a
  /// migration plan, so that opening makes an automatic backup first. What the code of a stage leaves cannot
  /// be known beforehand.
  public internal(set) var needsBackup = false
  /// The automatic backup that was made first; nil if none was needed, and beforehand.
  public internal(set) var backup: Backup?

  init(_ configuration: ModelConfiguration) {
    configurationName = configuration.name
    url = configuration.url
  }

  /// Whether the store has another schema than the container wants.
  public var isNeeded: Bool { !steps.isEmpty }
  /// Whether nothing is in the way, as far as it can be known without running the program's code.
  public var isPossible: Bool { obstacles.isEmpty }
}

extension MigrationReport: CustomStringConvertible {
  public var description: String {
    guard isNeeded else { return "\(url.path) has the schema already" }
    let steps = steps.flatMap { step in
      ["\(step.source) → \(step.target)\(step.isCustom ? ", with code" : "")"]
        + step.changes.map { "  \($0)" }
    }
    let obstacles = obstacles.map { "In the way: \($0)" }
    let backup =
      backup.map { ["Backup: \($0.url.path)"] } ?? (needsBackup ? ["A backup is made first"] : [])
    return ([url.path] + steps + obstacles + backup).joined(separator: "\n")
  }
}
