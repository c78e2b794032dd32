import ArgumentParser
import Foundation
import Perennial
import PerennialInspection
import ReadableText

struct ResetCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Remove all objects of a store.",
    discussion: """
      The command also removes presets and the records of catalogs. The program applies its catalogs again when \
      it next opens the store. A backup is made first. Programs with the store open receive the changes. To \
      reset only presets, see presets reset.

      EXAMPLES
        perennial reset book.store
        perennial reset book.store --dry-run
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Skip the backup. The command cannot be undone then.")
  var noBackup = false

  @Flag(help: "Report the objects without removing them.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let inspected = try store.open()
    let counts = Dictionary(
      try inspected.summary().entities.map { ($0.name, $0.count) }, uniquingKeysWith: +)
    let total = counts.values.reduce(0, +).of("object")
    if dryRun { return try tell("Would remove", total: total, counts: counts, backup: nil) }
    let container = try StoreModels(of: inspected).container()
    try confirmation.ask("All contents of \(store.url.path) will be removed: \(total).")
    let keepsBackup = !noBackup
    let backup = try TrackedWork.run("Backing up") {
      keepsBackup ? try container.backUpAutomatically(undoing: "reset") : nil
    }
    try container.erase()
    try tell("Removed", total: total, counts: counts, backup: backup)
  }

  private func tell(
    _ title: String, total: String, counts: [String: Int], backup: Backup?
  ) throws {
    if json {
      return try Console.print(
        json: ResetSummary(
          store: store.url.path, objects: counts, dryRun: dryRun,
          backup: backup.map { BackupSummary($0) }))
    }
    Console.print("\(title) \(total) of \(store.url.path)")
    backup?.showWayBack(to: store.url)
  }
}

private struct ResetSummary: Encodable {
  let store: String
  let objects: [String: Int]
  let dryRun: Bool
  let backup: BackupSummary?
}
