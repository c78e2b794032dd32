import ArgumentParser
import Foundation
import Perennial
import PerennialInspection
import ReadableText

struct RestoreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the contents of a store with a backup.",
    discussion: """
      The backup is verified and copied beside the store. Then it replaces the contents in one transaction, or \
      nothing is changed. A backup of the present contents is made first; to undo the command, restore that \
      backup. Programs with the store open receive the changes. A store that does not exist is created.

      With --dry-run, the backup is compared with the store. For each entity and each join table, the numbers \
      of rows are printed that would be inserted, updated and deleted.

      EXAMPLES
        perennial restore book.store latest
        perennial restore book.store /media/usb/book.backup --dry-run
        perennial restore book.store 2026-01-31T23-59-59.123Z.backup --yes
      """)

  @Argument(help: "The file of the store.", completion: .file(extensions: ["store"]))
  var store: String

  @Argument(
    help: """
      The directory of the backup, the name of an automatic backup as backup --list prints it, or latest for \
      the newest automatic backup.
      """, completion: .directory)
  var backup: String

  @Flag(help: "Skip the backup of the present contents. The command cannot be undone then.")
  var noBackup = false

  @Flag(help: "Verify the backup and compare it with the store, but change nothing.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { try StoreArgument.checkPath(store) }

  func perform() throws {
    let url = URL(fileURLWithPath: store)
    let restoration = try StoreRestoration(of: try chosenBackup(for: url), into: url)
    if dryRun {
      let changes = try TrackedWork.run("Verifying") {
        try restoration.verify()
        return try restoration.changes()
      }
      return try tell(restoration, previous: nil, changes: changes)
    }
    if !restoration.isNew {
      try confirmation.ask(
        """
        The contents of \(url.path) will be replaced with the backup of \
        \(restoration.backup.date.formatted(.iso8601)) (\(restoration.backup.contents)).
        """)
    }
    let keepsPresent = !noBackup
    let previous = try TrackedWork.run("Restoring") {
      try restoration.run(keepsPresent: keepsPresent)
    }
    try tell(restoration, previous: previous, changes: nil)
  }

  private func chosenBackup(for store: URL) throws -> Backup {
    let path = URL(fileURLWithPath: backup)
    if FileManager.default.fileExists(atPath: path.path) { return try Backup(contentsOf: path) }
    let automatic = Backup.automatic(ofStoreAt: store)
    if backup == "latest", let newest = automatic.first { return newest }
    if let named = automatic.first(where: { $0.url.lastPathComponent == backup }) { return named }
    throw MissingFile(path: backup == "latest" ? "\(store.path)-backups" : path.path)
  }

  private func tell(
    _ restoration: StoreRestoration, previous: Backup?, changes: RestorationChanges?
  ) throws {
    let backup = restoration.backup
    if json {
      return try Console.print(
        json: RestorationSummary(
          store: restoration.store.path, backup: BackupSummary(backup), dryRun: dryRun,
          previous: previous.map { BackupSummary($0) }, changes: changes))
    }
    Console.print(
      dryRun
        ? "Would restore \(restoration.store.path) from \(backup.url.path): \(backup.contents)"
        : "Restored \(restoration.store.path) from \(backup.url.path): \(backup.contents)")
    if let changes { show(changes) }
    previous?.showWayBack(to: restoration.store)
  }

  /// Prints a line for each entity and each join table that would change.
  private func show(_ changes: RestorationChanges) {
    if changes.isEmpty { return Console.print("The store has these contents already.") }
    var columns = Columns([.left, .left], indent: "  ")
    for (name, count) in (changes.objects.merging(changes.links) { $1 }).sorted(by: {
      $0.key < $1.key
    })
    where !count.isEmpty {
      let parts = [
        (count.inserted, "inserted"), (count.updated, "updated"), (count.deleted, "deleted"),
      ]
      columns.add(
        name, parts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", "))
    }
    columns.text.forEach(Console.print)
  }
}

extension Backup {
  /// Tells how to undo what was done after it was made.
  func showWayBack(to store: URL) {
    Console.print("As it was before: \(url.path)")
    Console.print("To undo: perennial restore \(store.path) \(url.lastPathComponent)")
    showDeletions()
  }
}

private struct RestorationSummary: Encodable {
  let store: String
  let backup: BackupSummary
  let dryRun: Bool
  let previous: BackupSummary?
  /// The changes that a restoration would make; nil if it was made.
  let changes: RestorationChanges?
}
