import Foundation
import Perennial
import PerennialPresets
import ReadableText

/// The summary of a merge of duplicates, for people or as JSON.
struct MergeSummary: Encodable {
  struct Subject: Encodable, Comparable {
    let entity: String
    /// The ID of the preset, or the key.
    let id: String
    /// Nil for objects of the user.
    let catalog: String?

    var name: String { "\(entity)/\(id)" }

    static func < (left: Subject, right: Subject) -> Bool {
      (left.entity, left.id) < (right.entity, right.id)
    }
  }

  struct Merge: Encodable {
    let subject: Subject
    let duplicates: Int
    let isNew: Bool
    let isDeleted: Bool
    let fields: [String]
  }

  struct Overridden: Encodable {
    let subject: Subject
    let field: String
    let value: String
  }

  struct PossibleDuplicates: Encodable {
    let subject: Subject
    /// Texts, since many programs would round the numbers.
    let keys: [String]
  }

  let dryRun: Bool
  let summary: String
  let merges: [Merge]
  let overridden: [Overridden]
  let lookAlikes: [PossibleDuplicates]
  let redirected: Int
  let issues: [ReportSummary.Preset]
  let applied: ReportSummary
  let backup: String?
  /// The automatic backups that were deleted when that was made.
  let deletedBackups: [String]

  init(_ report: PresetMergeReport, dryRun: Bool = false, dates: DateAttributes) {
    self.dryRun = dryRun
    summary = report.summary
    // In the order of their names: the library has them in that of keys, which mean nothing to people.
    merges = report.merges.map {
      Merge(
        subject: Subject($0.subject), duplicates: $0.duplicates, isNew: $0.isNew,
        isDeleted: $0.isDeleted, fields: $0.fields)
    }.sorted { $0.subject < $1.subject }
    overridden = report.overridden.map {
      Overridden(
        subject: Subject($0.subject), field: $0.field,
        value: dates.text(of: $0.value, $0.field, of: $0.subject.entityName))
    }.sorted { ($0.subject, $0.field, $0.value) < ($1.subject, $1.field, $1.value) }
    lookAlikes = report.lookAlikes.map {
      PossibleDuplicates(subject: Subject($0.subject), keys: $0.keys.map(String.init))
    }.sorted { $0.subject < $1.subject }
    redirected = report.redirected
    issues = report.issues.map { .init($0.preset, reason: $0.reason) }
    applied = ReportSummary(report.applied, dryRun: dryRun, dates: dates)
    backup = report.backup?.url.path
    deletedBackups = report.backup?.deletedBackups.map(\.path) ?? []
  }

  func show(as title: String, json: Bool) throws {
    if json { return try Console.print(json: self) }
    Console.print("\(title): \(summary)")
    var columns = Columns([.left, .left, .left], indent: "  ")
    for merge in merges {
      let (word, fate) = merge.isDeleted ? ("deleted", "lost") : ("merged", "written")
      let fields = merge.fields.isEmpty ? "" : ", \(fate): \(merge.fields.joined(separator: ", "))"
      columns.add(word, merge.subject.name, merge.duplicates.of("duplicate") + fields)
    }
    for given in overridden {
      columns.add("overridden", given.subject.name, "\(given.field): \(given.value)")
    }
    for alike in lookAlikes {
      columns.add("alike", alike.subject.name, "keys \(alike.keys.joined(separator: ", "))")
    }
    for issue in issues { columns.add("issue", issue.name, issue.reason ?? "") }
    columns.text.forEach(Console.print)
    if let first = lookAlikes.first?.subject {
      Console.print(
        """
        Objects of users with the same key stay. To merge them, confirm the key: \
        --confirm "\(first.entity)=\(first.id)"
        """)
    }
    if !applied.lines.isEmpty {
      Console.print("\(dryRun ? "Would first apply" : "First applied"): \(applied.summary)")
      applied.lines.forEach(Console.print)
    }
  }
}

extension MergeSummary.Subject {
  init(_ subject: PresetMergeReport.Subject) {
    self.init(entity: subject.entityName, id: subject.id, catalog: subject.preset?.catalog)
  }
}

extension PresetMergeReport: ChangeReport {
  func show(as title: String, dryRun: Bool, json: Bool, dates: DateAttributes) throws {
    try MergeSummary(self, dryRun: dryRun, dates: dates).show(as: title, json: json)
  }

  /// A copy of the report without applied changes if there is nothing to merge, or else the report as it
  /// is.
  var withoutIdleWork: PresetMergeReport {
    var copy = self
    if isEmpty { copy.applied = PresetReport() }
    return copy
  }

  /// The numbers of merged objects, for people.
  var summary: String {
    var parts: [String] = []
    if isEmpty {
      parts.append("nothing to merge")
    } else {
      let duplicates = merges.reduce(0) { $0 + $1.duplicates }
      parts.append("\(duplicates.of("duplicate")) of \(merges.count.of("object"))")
      let deleted = merges.count { $0.isDeleted }
      if deleted > 0 { parts.append("\(deleted.grouped) of them deleted by users") }
    }
    if redirected > 0 { parts.append("\(redirected.of("reference")) redirected") }
    if !overridden.isEmpty { parts.append("\(overridden.count.of("value")) overridden") }
    if !lookAlikes.isEmpty { parts.append("\(lookAlikes.count.of("key")) to confirm") }
    return parts.joined(separator: ", ")
  }
}
