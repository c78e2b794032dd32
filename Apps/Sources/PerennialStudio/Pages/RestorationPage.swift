import Foundation
import Perennial
import PerennialInspection
import ReadableText

/// The question whether a backup is to be restored, with what the restoration changes and keeps.
struct RestorationPage: Page {
  static let template = "restoration"

  /// The changes of an entity or of a join table.
  struct Line: Sendable {
    let tableName: String
    let inserted: String
    let updated: String
    let deleted: String
  }

  let frame: PageFrame
  let name: String
  let time: String
  let contents: String
  let lines: [Line]
  let isSame: Bool

  init(_ restoration: StoreRestoration, store: InspectedStore, studio: StudioStore) throws {
    let backup = restoration.backup
    frame = PageFrame(
      "Restore a backup", studio: studio, store: store, section: .backups, isLive: false)
    name = backup.url.lastPathComponent
    time = "\(backup.date.studioText) UTC"
    contents =
      "\(backup.counts.values.reduce(0, +).of("object")), \(backup.byteCount.byteCount)"
    let changes = try restoration.changes()
    lines = changes.objects.merging(changes.links) { $1 }.filter { !$0.value.isEmpty }
      .sorted { $0.key < $1.key }
      .map { name, counts in
        Line(
          tableName: name, inserted: counts.inserted.grouped, updated: counts.updated.grouped,
          deleted: counts.deleted.grouped)
      }
    isSame = changes.isEmpty
  }
}
