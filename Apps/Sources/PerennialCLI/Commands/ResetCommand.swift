import ArgumentParser
import Foundation
import Perennial
import PerennialInspection

struct ResetCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Remove all objects of a store.",
    discussion: """
      Presets go too, and what the store knows of catalogs: the program brings them anew when it opens the \
      store next. Before that a backup is made. Programs that have the store open follow. To bring back \
      presets only, see presets reset.

      EXAMPLES
        perennial reset book.store
        perennial reset book.store --dry-run
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Make no backup: then there is no way back.")
  var noBackup = false

  @Flag(help: "Tell what would be removed, and remove nothing.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let inspected = try store.open()
    let counts = Dictionary(
      try inspected.summary().entities.map { ($0.name, $0.count) }, uniquingKeysWith: +)
    let total = counts.values.reduce(0, +).of("object")
    if dryRun { return try tell("Would remove", total, counts, nil) }
    let container = try StoreModels(of: inspected).container()
    try confirmation.ask("All of \(store.url.path) will go: \(total).")
    let keepsBackup = !noBackup
    let backup = try TrackedWork.run("Backing up") {
      keepsBackup ? try container.backUpAutomatically(undoing: "reset") : nil
    }
    try container.erase()
    try tell("Removed", total, counts, backup)
  }

  private func tell(
    _ title: String, _ total: String, _ counts: [String: Int], _ backup: Backup?
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
