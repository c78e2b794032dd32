import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Work in which a process is killed: it makes backups of an attic, or restores two backups by turns.
struct BackupRounds {
  private let url: URL
  private static let steps = [4, 6]

  init(_ url: URL) { self.url = url }

  private func place(_ name: String) -> URL {
    url.deletingLastPathComponent().appendingPathComponent("\(name).backup")
  }

  /// Makes the store, and backups of two of its states.
  func prepare() throws {
    let container = try Attic.container(url)
    let context = ModelContext(container)
    var done = 0
    for steps in Self.steps {
      for number in done..<steps { try Attic.Step(number).perform(in: context) }
      done = steps
      try container.backUp(to: place("of \(steps)"))
    }
  }

  // MARK: Making backups

  func backUp(from round: Int, _ acknowledge: () throws -> Void) throws {
    let container = try Attic.container(url)
    for number in round... {
      if number % 2 == 0 {
        try container.backUp(to: place("\(number)"))
      } else {
        // Under the name that the test knows.
        let backup = try container.backUpAutomatically(keeping: .newest(2))
        try FileManager.default.moveItem(at: backup.url, to: place("\(number)"))
      }
      try acknowledge()
    }
  }

  /// - Returns: How many there are.
  func expectBackups(from round: Int, _ acknowledged: Int, _ comment: Comment) throws -> Int {
    #expect(try Attic.lines(at: url) == Attic.lines(after: Self.steps[1]), comment)
    let container = try Attic.container(url)
    var count = round
    while FileManager.default.fileExists(atPath: place("\(count)").path) {
      let backup = try Backup(contentsOf: place("\(count)"))
      try backup.verify()
      #expect(try Attic.lines(at: backup.file()) == Attic.lines(after: Self.steps[1]), comment)
      try FileManager.default.removeItem(at: backup.url)
      count += 1
    }
    #expect(count == acknowledged || count == acknowledged + 1, comment)
    for backup in container.automaticBackups { try backup.verify() }
    return count
  }

  // MARK: Restoring

  func restore(from round: Int, _ acknowledge: () throws -> Void) throws {
    let container = try Attic.container(url)
    let context = ModelContext(container)
    let held = try context.fetch(FetchDescriptor<Attic.Crate>())
    for number in round... {
      try container.restore(from: Backup(contentsOf: backup(number)))
      try acknowledge()
    }
    withExtendedLifetime(held) {}
  }

  /// The backup that is restored at some turn.
  private func backup(_ number: Int) -> URL { place("of \(Self.steps[number % 2])") }

  /// Returns the contents after so many turns. At first they are those of the second backup.
  private func lines(after turns: Int) -> [String] {
    Attic.lines(after: Self.steps[(turns + 1) % 2])
  }

  /// - Returns: The number of turns that are done: as many as were acknowledged, or one more.
  func expectContents(after acknowledged: Int, _ comment: Comment) throws -> Int {
    // The files that rows name exist before the store is opened and swept.
    let left = try Attic.lines(at: url)
    let container = try Attic.container(url)
    try RawDatabase(url).expectSoundness(comment)
    let lines = try Attic.lines(at: url)
    #expect(left == lines, comment)
    #expect(try Attic.lines(in: ModelContext(container)) == lines, comment)
    try Attic.values(of: url).expectAgreement(comment)
    for steps in Self.steps { try Backup(contentsOf: place("of \(steps)")).verify() }
    if lines == self.lines(after: acknowledged) { return acknowledged }
    #expect(lines == self.lines(after: acknowledged + 1), comment)
    return acknowledged + 1
  }
}
