import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords

struct HubBackupCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a hub's database and assets, also while the hub runs.",
    discussion: """
      Assets are copied to TO-assets. Restore the copy with perennial hub restore: devices then learn that \
      the hub has lost changes, and offer them again.

      EXAMPLES
        perennial hub backup hub.sqlite /media/usb/hub.backup
      """)

  @Argument(help: "The file of the hub.", completion: .file())
  var file: String

  @Argument(help: "The file of the copy. It must not exist.", completion: .file())
  var to: String

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let target = URL(fileURLWithPath: to)
    let database = try HubDatabase(file)
    try await database.use { storage in
      try await storage.backUp(to: target)
      try database.assets.copy(to: AssetFolder(besideDatabaseAt: target))
    }
    if json { return try Console.print(json: ["path": target.path]) }
    Console.print("Backed up to \(target.path)")
  }
}

struct HubRestoreCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace a hub's database by a backup.",
    discussion: """
      The hub must not run. The replaced database is kept as FILE-replaced. Devices read everything again, \
      and offer the changes that the backup does not have.

      EXAMPLES
        perennial hub restore /media/usb/hub.backup hub.sqlite
      """)

  @Argument(help: "The backup.", completion: .file())
  var backup: String

  @Argument(help: "The file of the hub.", completion: .file())
  var file: String

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let (source, target) = (URL(fileURLWithPath: backup), URL(fileURLWithPath: file))
    guard FileManager.default.fileExists(atPath: source.path) else {
      throw MissingFile(path: source.path)
    }
    if FileManager.default.fileExists(atPath: target.path) {
      try confirmation.ask("Replace \(target.path) by \(source.path)?")
    }
    let replaced = try HubRestoration.restore(
      source, to: target, at: StampClock.systemMilliseconds)
    if json {
      return try Console.print(json: ["path": target.path, "replaced": replaced?.path])
    }
    Console.print("Restored \(target.path)")
    if let replaced { Console.print("As it was before: \(replaced.path)") }
  }
}
