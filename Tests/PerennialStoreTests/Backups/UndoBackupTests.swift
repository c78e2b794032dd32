import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Backups that undo something")
struct UndoBackupTests {
  private func names(_ backups: [Backup]) -> [String] { backups.map(\.url.lastPathComponent) }

  static let retentions: [BackupRetention] = [
    .newest(1), .atMost(.zero), .newest(2, notOlderThan: .zero),
  ]

  @Test(
    "13.22 No retention deletes the backup of an undo; what is deleted is told",
    arguments: retentions)
  func kept(_ retention: BackupRetention) throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let undo = try bench.container.backUpAutomatically(undoing: "reset")
    #expect(undo.undoneOperation == "reset")
    #expect(undo.deletedBackups.isEmpty)
    try bench.container.erase()
    var last = undo
    for number in 0..<6 {
      let next = try bench.container.backUpAutomatically(keeping: retention)
      #expect(next.undoneOperation == nil)
      // The one before it, but for the first.
      let deleted = next.deletedBackups.map(\.lastPathComponent)
      #expect(deleted == (number == 0 ? [] : [last.url.lastPathComponent]))
      last = next
    }
    #expect(names(bench.container.automaticBackups) == names([last, undo]))
    #expect(try Backup(contentsOf: undo.url).undoneOperation == "reset")
    #expect(try Backup(contentsOf: last.url).deletedBackups.isEmpty)
    try bench.container.restore(from: undo)
    #expect(try bench.lines().contains("A 1 by Le"))
  }

  @Test("13.22 Of each operation the newest backup stays, so they do not grow in number")
  func eachOperation() throws {
    let bench = try BackupBench(.file)
    func back(_ operation: String?) throws -> Backup {
      try bench.container.backUpAutomatically(keeping: .newest(1), undoing: operation)
    }
    let first = try back("reset")
    let restore = try back("restore")
    // The operation of this one has not happened: what undoes the one before stays until then.
    let second = try back("reset")
    #expect(second.deletedBackups.isEmpty)
    #expect(names(bench.container.automaticBackups) == names([second, restore, first]))
    let last = try back(nil)
    #expect(last.deletedBackups.map(\.lastPathComponent) == names([first]))
    #expect(names(bench.container.automaticBackups) == names([last, second, restore]))
    for _ in 0..<5 { _ = try back("reset") }
    #expect(bench.container.automaticBackups.count == 3)
    #expect(
      bench.container.automaticBackups.map(\.undoneOperation) == ["reset", "reset", "restore"])
  }

  @Test("13.22 An asynchronous backup is marked too")
  func asynchronous() async throws {
    let bench = try BackupBench(.file)
    let backup = try await bench.container.backUpAutomatically(
      undoing: "reset", progress: Progress(totalUnitCount: 1))
    #expect(backup.undoneOperation == "reset")
    #expect(bench.container.automaticBackups == [backup])
  }

  @Test("13.25 A backup describes itself by its name, its objects and its operation")
  func description() throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let backup = try bench.container.backUp(to: bench.place())
    #expect("\(backup)" == "a.backup, 7 objects")
    let undo = try bench.container.backUpAutomatically(undoing: "reset")
    #expect("\(undo)" == "\(undo.url.lastPathComponent), 7 objects, before reset")
  }
}
