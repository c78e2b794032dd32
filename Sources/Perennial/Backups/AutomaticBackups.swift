import Foundation

/// The directory of a container's automatic backups. Names, lists and prunes them.
struct AutomaticBackups {
  let directory: URL

  init(directory: URL) { self.directory = directory }

  /// Finds the directory of a store's automatic backups.
  ///
  /// - Parameter path: The store's file.
  init(ofStoreAt path: String) {
    directory = URL(fileURLWithPath: "\(path)-backups", isDirectory: true)
  }

  private static let suffix = ".backup"
  private static let deletedPrefix = ".deleted-"

  /// Returns the automatic backups, the newest first. Backups that cannot be read are omitted and logged.
  func list() -> [Backup] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    var backups: [Backup] = []
    for name in names where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
      do {
        backups.append(try Backup(contentsOf: directory.appendingPathComponent(name)))
      } catch {
        Log.container.warning("an automatic backup was skipped: \(error)")
      }
    }
    return backups.sorted {
      ($0.date, $0.url.lastPathComponent) > ($1.date, $1.url.lastPathComponent)
    }
  }

  /// Returns the URL of the next backup.
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

  /// Deletes the backups that the retention does not keep.
  ///
  /// The newest backup of each undoable operation is kept. The backup that was just made does not replace it
  /// yet, because the operation that it undoes has not happened.
  ///
  /// - Parameter newest: The backup that was just made, which is kept.
  /// - Returns: The URLs of the deleted backups.
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

  /// Deletes a backup. It is renamed first, so that a directory with the name of a backup is always complete.
  ///
  /// - Returns: `false` if the backup was not deleted.
  private func delete(_ backup: Backup) -> Bool {
    let trash = directory.appendingPathComponent("\(Self.deletedPrefix)\(UUID().uuidString)")
    do {
      try FileManager.default.moveItem(at: backup.url, to: trash)
    } catch {
      // Another process may already have deleted it.
      Log.container.notice("\(backup.url.path) was not deleted: \(error.localizedDescription)")
      return false
    }
    // Files that remain are deleted after a day.
    try? FileManager.default.removeItem(at: trash)
    Log.container.notice(
      "deleted the automatic backup \(backup.url.path), as its retention requires")
    return true
  }
}
