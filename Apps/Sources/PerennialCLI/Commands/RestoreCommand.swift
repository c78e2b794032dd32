import ArgumentParser
import Foundation
import Perennial
import PerennialInspection

struct RestoreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in the place of what a store has.",
    discussion: """
      The backup is verified and copied beside the store; then it takes its place at a stroke, or nothing has \
      happened. Before that a backup is made of what the store has: to undo, restore that one. Programs that \
      have the store open follow. If the store is not there, it is made.

      EXAMPLES
        perennial restore book.store latest
        perennial restore book.store /media/usb/book.backup --dry-run
        perennial restore book.store 2026-01-31T23-59-59.123Z.backup --yes
      """)

  @Argument(help: "The file of the store.", completion: .file(extensions: ["store"]))
  var store: String

  @Argument(
    help: """
      The directory of the backup; or the name of an automatic one, as backup --list has it; or latest, for \
      the newest of those.
      """, completion: .directory)
  var backup: String

  @Flag(help: "Make no backup of what the store has: then there is no way back.")
  var noBackup = false

  @Flag(help: "Verify the backup, see whether it fits, and change nothing.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { try StoreArgument.checkPath(store) }

  func perform() throws {
    let url = URL(fileURLWithPath: store)
    let restoration = try StoreRestoration(of: try chosenBackup(for: url), into: url)
    if dryRun {
      try TrackedWork.run("Verifying") { try restoration.verify() }
      return try tell(restoration, previous: nil)
    }
    if !restoration.isNew {
      try confirmation.ask(
        """
        What \(url.path) has will give way to the backup of \
        \(restoration.backup.date.formatted(.iso8601)) (\(restoration.backup.contents)).
        """)
    }
    let keepsPresent = !noBackup
    let previous = try TrackedWork.run("Restoring") {
      try restoration.run(keepsPresent: keepsPresent)
    }
    try tell(restoration, previous: previous)
  }

  private func chosenBackup(for store: URL) throws -> Backup {
    let path = URL(fileURLWithPath: backup)
    if FileManager.default.fileExists(atPath: path.path) { return try Backup(contentsOf: path) }
    let automatic = Backup.automatic(ofStoreAt: store)
    if backup == "latest", let newest = automatic.first { return newest }
    if let named = automatic.first(where: { $0.url.lastPathComponent == backup }) { return named }
    throw MissingFile(path: backup == "latest" ? "\(store.path)-backups" : path.path)
  }

  private func tell(_ restoration: StoreRestoration, previous: Backup?) throws {
    let backup = restoration.backup
    if json {
      return try Console.print(
        json: RestorationSummary(
          store: restoration.store.path, backup: BackupSummary(backup), dryRun: dryRun,
          previous: previous.map { BackupSummary($0) }))
    }
    Console.print(
      dryRun
        ? "Would restore \(restoration.store.path) from \(backup.url.path): \(backup.contents)"
        : "Restored \(restoration.store.path) from \(backup.url.path): \(backup.contents)")
    previous?.showWayBack(to: restoration.store)
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
}
