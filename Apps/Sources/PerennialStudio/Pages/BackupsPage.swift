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
    /// The address of the question whether the backup is to be restored; nil if the studio only reads the store.
    let restoration: String?
    /// `true` if the notice is about the backup.
    let isNamed: Bool
  }

  /// The operation that has led to the page, by the names of backups.
  struct Outcome: Sendable {
    /// The backup that was made.
    var made = ""
    /// The backup that was restored, and the one of the contents before.
    var restored = ""
    var kept = ""
  }

  let frame: PageFrame
  let backups: [Line]
  let isEmpty: Bool
  let path: String
  /// A sentence that says what was done; nil if nothing was.
  let notice: String?

  init(_ outcome: Outcome, store: InspectedStore, studio: StudioStore) {
    frame = PageFrame("Backups", studio: studio, store: store, section: .backups)
    path = studio.url.path
    let all = Backup.automatic(ofStoreAt: studio.url)
    let names = Set(all.map(\.url.lastPathComponent))
    notice = Self.notice(outcome, names)
    backups = all.map { backup in
      let name = backup.url.lastPathComponent
      return Line(
        name: name, time: "\(backup.date.studioText) UTC",
        objects: backup.counts.values.reduce(0, +).grouped, size: backup.byteCount.byteCount,
        schemaVersion: backup.stores.first?.schemaVersion?.description ?? "",
        operation: backup.undoneOperation.map { "before \($0)" } ?? "",
        restoration: studio.edits == nil
          ? nil : Address("/restoration").adding("name", name).text,
        isNamed: name == outcome.made || name == outcome.kept)
    }
    isEmpty = backups.isEmpty
  }

  /// Returns the sentence about an outcome; nil if a backup that it names does not exist.
  private static func notice(_ outcome: Outcome, _ names: Set<String>) -> String? {
    if names.contains(outcome.made) { return "The backup “\(outcome.made)” was made." }
    guard names.contains(outcome.restored), names.contains(outcome.kept) else { return nil }
    return """
      The store has the contents of “\(outcome.restored)”. Those that it had before are in “\(outcome.kept)”: \
      restore that backup to undo the restoration.
      """
  }
}
