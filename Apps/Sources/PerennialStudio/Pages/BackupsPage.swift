import Foundation
import Perennial
import PerennialInspection
import ReadableText

/// The automatic backups beside a store.
struct BackupsPage: Page {
  static let template = "backups"

  struct Line: Sendable {
    let name: String
    let time: String
    let objects: String
    let size: String
    let schemaVersion: String
    let operation: String
  }

  let frame: PageFrame
  let backups: [Line]
  let isEmpty: Bool
  let path: String

  init(_ store: InspectedStore, _ studio: StudioStore) {
    frame = PageFrame("Backups", studio, store, section: .backups)
    path = studio.url.path
    backups = Backup.automatic(ofStoreAt: studio.url).map { backup in
      Line(
        name: backup.url.lastPathComponent, time: "\(backup.date.studioText) UTC",
        objects: backup.counts.values.reduce(0, +).grouped, size: backup.byteCount.byteCount,
        schemaVersion: backup.stores.first?.schemaVersion?.description ?? "",
        operation: backup.undoneOperation.map { "before \($0)" } ?? "")
    }
    isEmpty = backups.isEmpty
  }
}
