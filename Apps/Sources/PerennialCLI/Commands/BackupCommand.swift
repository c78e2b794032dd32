import ArgumentParser
import Foundation
import Perennial
import PerennialInspection
import ReadableText

struct BackupCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up a store, or list its automatic backups.",
    discussion: """
      A backup is a directory with the database, the files of external storage, and a manifest of both. The \
      backup appears only after it was read again and verified. Programs may use the store in the meantime.

      Without --to, the backup is an automatic one. It is written to STORE-backups and named by the time. The \
      newest automatic backups are kept, and also the newest backup before a reset, a restore or a change of \
      presets, so that you can undo it. An automatic backup shares large files with the store, so it does not \
      protect against the loss of the disk.

      EXAMPLES
        perennial backup book.store
        perennial backup book.store --to /media/usb/book.backup
        perennial backup book.store --list
        perennial restore book.store latest
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp("The directory of the backup. It must not exist.", valueName: "directory"),
    completion: .directory)
  var to: String?

  @Option(help: ArgumentHelp("The number of automatic backups to keep.", valueName: "number"))
  var keep = 5

  @Flag(help: "Keep all automatic backups instead of --keep.")
  var keepAll = false

  @Flag(help: "List the automatic backups instead of creating one.")
  var list = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if list, to != nil { throw ValidationError("--list and --to exclude each other.") }
    guard keep > 0 else { throw ValidationError("--keep needs a number from 1 on.") }
  }

  func perform() throws {
    if list { return try showList() }
    let container = try StoreModels(of: store.open()).container()
    let backup: Backup
    if let to {
      let url = URL(fileURLWithPath: to)
      if FileManager.default.fileExists(atPath: url.path) {
        throw ExistingItem(path: url.path, remedy: "Give another path with --to")
      }
      backup = try TrackedWork.run("Backing up") { try container.backUp(to: url) }
    } else {
      // Not to undo anything: it is asked for.
      let retention = keepAll ? BackupRetention.unlimited : .newest(keep)
      backup = try TrackedWork.run("Backing up") {
        try container.backUpAutomatically(keeping: retention)
      }
    }
    if json { return try Console.print(json: BackupSummary(backup)) }
    Console.print("Backed up to \(backup.url.path): \(backup.contents)")
    backup.showDeletions()
  }

  private func showList() throws {
    let backups = Backup.automatic(ofStoreAt: store.url)
    if json { return try Console.print(json: backups.map { BackupSummary($0) }) }
    if backups.isEmpty { return Console.print("\(store.url.path) has no automatic backups.") }
    var columns = Columns([.left, .left, .left, .left])
    for backup in backups {
      columns.add(
        backup.date.formatted(.iso8601), backup.url.lastPathComponent, backup.contents,
        backup.undoneOperation.map { "before \($0)" } ?? "")
    }
    for line in columns.text { Console.print(line) }
  }
}

extension Backup {
  /// The number of objects in the backup and its size, as text for people.
  var contents: String {
    "\(counts.values.reduce(0, +).of("object")), \(byteCount.byteCount)"
  }

  /// Tells which automatic backups were deleted when it was made.
  func showDeletions() {
    for url in deletedBackups { Console.print("Deleted an older backup: \(url.lastPathComponent)") }
  }
}

/// A backup, as JSON tells of it.
struct BackupSummary: Encodable {
  let path: String
  let date: Date
  let bytes: Int
  let objects: [String: Int]
  /// The operation that restoring it undoes.
  let undoes: String?
  /// The automatic backups that were deleted when it was made.
  let deleted: [String]

  init(_ backup: Backup) {
    path = backup.url.path
    date = backup.date
    bytes = backup.byteCount
    objects = backup.counts
    undoes = backup.undoneOperation
    deleted = backup.deletedBackups.map(\.path)
  }
}

/// The error for an item that a command would create and that already exists.
struct ExistingItem: CommandError {
  let exitStatus = ExitStatus.exists
  let path: String
  /// A sentence that says what to do.
  let remedy: String
  var description: String { "\(path) exists already and was left unchanged. \(remedy)" }
}
