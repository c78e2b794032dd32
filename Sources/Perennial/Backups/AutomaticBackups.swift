import Foundation

/// The directory of a container's automatic backups: how they are named, listed and pruned.
struct AutomaticBackups {
  let directory: URL

  init(directory: URL) { self.directory = directory }

  /// - Parameter path: The store's file.
  init(ofStoreAt path: String) {
    directory = URL(fileURLWithPath: "\(path)-backups", isDirectory: true)
  }

  private static let suffix = ".backup"
  private static let deletedPrefix = ".deleted-"

  /// The backups that there are, the newest first. What cannot be read is left out, and logged.
  func list() -> [Backup] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    var backups: [Backup] = []
    for name in names where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
      do {
        backups.append(try Backup(contentsOf: directory.appendingPathComponent(name)))
      } catch {
        Log.container.warning("an automatic backup is left out: \(error)")
      }
    }
    return backups.sorted {
      ($0.date, $0.url.lastPathComponent) > ($1.date, $1.url.lastPathComponent)
    }
  }

  /// Where the next one is to be.
  func next() -> URL {
    let time = BackupManifest.text(of: Date()).replacingOccurrences(of: ":", with: "-")
    var url = directory.appendingPathComponent("\(time)\(Self.suffix)", isDirectory: true)
    var number = 2
    while FileManager.default.fileExists(atPath: url.path) {
      url = directory.appendingPathComponent("\(time)_\(number)\(Self.suffix)", isDirectory: true)
      number += 1
    }
    return url
  }

  /// Deletes the backups that are not to be kept any more.
  ///
  /// Of the backups that undo an operation the newest stays. The one that was just made does not take its
  /// place yet: the operation that it undoes has not happened.
  ///
  /// - Parameter newest: The one that was just made, which stays.
  /// - Returns: The deleted ones.
  func prune(_ retention: BackupRetention, besides newest: Backup) -> [URL] {
    let oldest = retention.age.map { newest.date.addingTimeInterval(-($0 / .seconds(1))) }
    let others = list().filter { $0.url.lastPathComponent != newest.url.lastPathComponent }
    var operations: Set<String> = []
    var deleted: [URL] = []
    for (number, backup) in others.enumerated() {
      let isOfUndo = backup.undoneOperation.map { operations.insert($0).inserted } ?? false
      let isKept = number < retention.count - 1 && oldest.map { backup.date >= $0 } ?? true
      if !isKept, !isOfUndo, delete(backup) { deleted.append(backup.url) }
    }
    Leftovers.remove(from: directory) { name in
      name.hasPrefix(Self.deletedPrefix)
        || name.hasPrefix(".") && name.contains("\(Self.suffix).partial-")
    }
    return deleted
  }

  /// Takes the name away first, so that what has a name is whole.
  ///
  /// - Returns: `false` if the backup was not deleted.
  private func delete(_ backup: Backup) -> Bool {
    let trash = directory.appendingPathComponent("\(Self.deletedPrefix)\(UUID().uuidString)")
    do {
      try FileManager.default.moveItem(at: backup.url, to: trash)
    } catch {
      // Another process may have been faster.
      Log.container.notice("\(backup.url.path) was not deleted: \(error.localizedDescription)")
      return false
    }
    // What remains is deleted after a day.
    try? FileManager.default.removeItem(at: trash)
    Log.container.notice("deleted the automatic backup \(backup.url.path), as the retention says")
    return true
  }
}

/// A directory that goes with whoever holds it.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-backups-\(UUID().uuidString)", isDirectory: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
