public import Foundation

/// A report of what a migration did to one store, or of what it would do.
///
/// ``ModelContainer/migrationReports`` has the reports of the migrations that a container made.
/// `ModelContainer.migrationReports(for:migrationPlan:configurations:)` returns the reports of a dry run.
///
/// ```swift
/// let reports = try ModelContainer.migrationReports(
///   for: Trip.self, configurations: ModelConfiguration(url: url))
/// for report in reports where report.isNeeded {
///   if !report.isPossible { print(report.issues) }
/// }
/// ```
public struct MigrationReport: Hashable, Sendable {
  /// One step from a version of the schema to another.
  public struct Step: Hashable, Sendable {
    /// The schema before the step: the name of a `VersionedSchema`, or a description of the file's schema.
    public let source: String
    /// The version, or the description, of the schema that the store is migrated to.
    public let target: String
    /// `true` if the step runs code of the program.
    public let isCustom: Bool
    /// The changes that the step makes without the program's code.
    public internal(set) var changes: [MigrationChange]
  }

  /// The name of the store's configuration.
  public let configurationName: String
  /// The store's file.
  public let url: URL
  /// The steps in order; empty if the store already has the schema.
  public internal(set) var steps: [Step] = []
  /// The issues that prevent the migration. Empty for a migration that was carried out.
  public internal(set) var issues: [MigrationIssue] = []

  /// A Boolean value that indicates whether the migration removes values of objects without a stage of a
  /// migration plan. In that case opening the store makes an automatic backup first.
  ///
  /// A dry run cannot know which values the code of a stage leaves.
  public internal(set) var needsBackup = false
  /// The automatic backup that was made before the migration; nil if none was needed, and in a dry run.
  public internal(set) var backup: Backup?

  init(_ configuration: ModelConfiguration) {
    configurationName = configuration.name
    url = configuration.url
  }

  /// `true` if the store's schema differs from the container's.
  public var isNeeded: Bool { !steps.isEmpty }
  /// `true` if no issues were found. Issues that only running the program's code would show are not included.
  public var isPossible: Bool { issues.isEmpty }
}

extension MigrationReport: CustomStringConvertible {
  /// A line for the file, for each step and each of its changes, for each issue, and for the backup.
  public var description: String {
    guard isNeeded else { return "\(url.path) has the schema already" }
    let steps = steps.flatMap { step in
      ["\(step.source) → \(step.target)\(step.isCustom ? ", with code" : "")"]
        + step.changes.map { "  \($0)" }
    }
    let issues = issues.map { "Issue: \($0)" }
    let backup =
      backup.map { ["Backup: \($0.url.path)"] }
      ?? (needsBackup ? ["A backup will be made first"] : [])
    return ([url.path] + steps + issues + backup).joined(separator: "\n")
  }
}
