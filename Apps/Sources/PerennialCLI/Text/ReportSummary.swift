import Foundation
import Perennial
import PerennialPresets
import ReadableText

/// The summary of a change of presets, for people or as JSON.
struct ReportSummary: Encodable {
  struct Preset: Encodable {
    let catalog: String
    let entity: String
    let id: String
    /// The fields that are meant; nil for a preset as a whole.
    var fields: [String]?
    var reason: String?
  }

  struct Conflict: Encodable {
    let preset: Preset
    let field: String
    let base: String?
    let mine: String
    let theirs: String
  }

  let dryRun: Bool
  let summary: String
  let inserted: [Preset]
  let updated: [Preset]
  let kept: [Preset]
  let conflicts: [Conflict]
  let restored: [Preset]
  let leftDeleted: [Preset]
  let retired: [Preset]
  let keptRetired: [Preset]
  let issues: [Preset]
  let deletedUserObjects: [String: Int]
  let newerInStore: [String: Int]
  let backup: String?
  /// The automatic backups that were deleted when that was made.
  let deletedBackups: [String]

  init(_ report: PresetReport, dryRun: Bool = false, dates: DateAttributes) {
    self.dryRun = dryRun
    summary = report.description
    inserted = report.inserted.map { Preset($0) }
    updated = report.updated.map { Preset($0.preset, fields: $0.names) }
    kept = report.kept.map { Preset($0.preset, fields: $0.names) }
    conflicts = report.conflicts.map { conflict in
      func text(_ value: String) -> String {
        dates.text(of: value, conflict.field, of: conflict.preset.entityName)
      }
      return Conflict(
        preset: Preset(conflict.preset), field: conflict.field, base: conflict.base.map(text),
        mine: text(conflict.mine), theirs: text(conflict.theirs))
    }
    restored = report.restored.map { Preset($0) }
    leftDeleted = report.leftDeleted.map { Preset($0) }
    retired = report.retired.map { Preset($0) }
    keptRetired = report.keptRetired.map { Preset($0) }
    issues = report.issues.map { Preset($0.preset, reason: $0.reason) }
    deletedUserObjects = report.deletedUserObjects
    newerInStore = report.newerInStore
    backup = report.backup?.url.path
    deletedBackups = report.backup?.deletedBackups.map(\.path) ?? []
  }

  func show(as title: String, json: Bool) throws {
    if json { return try Console.print(json: self) }
    Console.print("\(title): \(summary)")
    lines.forEach(Console.print)
  }

  /// A line for each preset that something is said of.
  var lines: [String] {
    var columns = Columns([.left, .left, .left], indent: "  ")
    for (word, presets) in [
      ("new", inserted), ("changed", updated), ("yours", kept), ("back", restored),
      ("deleted", leftDeleted), ("retired", retired), ("kept", keptRetired),
      ("issue", issues),
    ] {
      for preset in presets {
        columns.add(
          word, preset.name, preset.reason ?? preset.fields?.joined(separator: ", ") ?? "")
      }
    }
    for conflict in conflicts {
      let base = conflict.base.map { ", was \($0)" } ?? ""
      columns.add(
        "conflict", conflict.preset.name,
        "\(conflict.field): \(conflict.mine) stays, the catalog says \(conflict.theirs)\(base)")
    }
    for (name, count) in deletedUserObjects.sorted(by: { $0.key < $1.key }) {
      columns.add("gone", name, count.of("object"))
    }
    for (name, version) in newerInStore.sorted(by: { $0.key < $1.key }) {
      columns.add("newer", name, "the store has version \(version) already")
    }
    return columns.text
  }
}

extension ReportSummary.Preset {
  init(_ preset: PresetIdentifier, fields: [String]? = nil, reason: String? = nil) {
    self.init(
      catalog: preset.catalog, entity: preset.entityName, id: preset.id, fields: fields,
      reason: reason)
  }

  var name: String { "\(entity)/\(id)" }
}
