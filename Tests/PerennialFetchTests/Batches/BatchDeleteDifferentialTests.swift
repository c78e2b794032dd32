import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

/// A batch deletion leaves the file that deleting the same objects one by one leaves.
@Suite("Batch deletion and deletion one by one")
struct BatchDeleteDifferentialTests {
  /// The same store, twice.
  private struct Twins {
    let directory: ScratchDirectory
    let batch: ModelContainer
    let each: ModelContainer

    var batchFile: URL { directory.file("batch.store") }
    var eachFile: URL { directory.file("each.store") }

    init(seed: UInt64) throws {
      directory = try ScratchDirectory()
      let schema = Schema(BatchDeleteWorld.types)
      func open(_ file: URL) throws -> ModelContainer {
        try ModelContainer(for: schema, configurations: [ModelConfiguration(url: file)])
      }
      let (batchFile, eachFile) = (directory.file("batch.store"), directory.file("each.store"))
      batch = try open(batchFile)
      var random = SeededGenerator(seed: seed)
      let context = ModelContext(batch)
      BatchDeleteWorld.populate(context, &random)
      try context.save()
      try RawDatabase(batchFile).run("VACUUM INTO '\(eachFile.path)'")
      each = try open(eachFile)
    }
  }

  /// All that a file holds.
  private func contents(of file: URL) throws -> [String: [[String]]] {
    let database = try RawDatabase(file)
    let tables = try database.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'"
    )
    var contents: [String: [[String]]] = [:]
    for name in tables.compactMap(\.first) {
      contents[name] = try database.rows("SELECT * FROM \"\(name)\" ORDER BY 1, 2")
    }
    return contents
  }

  /// Returns the error that an attempt was refused with, or nil.
  private func refusal(_ attempt: () throws -> Void) throws -> SwiftDataError? {
    do {
      try attempt()
      return nil
    } catch let error as SwiftDataError {
      return error
    }
  }

  @Test("They leave the same rows, and those who hold objects follow", arguments: TestSeeds.some(8))
  func compare(_ seed: UInt64) throws {
    let twins = try Twins(seed: seed)
    var random = SeededGenerator(seed: seed &+ 100)
    let watcher = ModelContext(twins.batch)
    let held = try BatchDeleteWorld.kinds.flatMap { try $0.hold(watcher) }
    // Has relationships loaded before they change.
    for object in held where random.chance(0.5) { _ = object.describe() }

    for step in 0..<14 {
      guard let kind = random.element(BatchDeleteWorld.kinds) else { continue }
      let context = ModelContext(twins.batch)
      let mine = random.chance(0.5) ? try kind.hold(context) : []
      let keys = random.chance(0.3) ? nil : try kind.pick(ModelContext(twins.batch), &random)
      let comment = Comment(
        rawValue: "seed \(seed), step \(step): \(keys?.count.description ?? "all") of \(kind.name)"
      )
      let other = ModelContext(twins.each)
      let (first, second) = (
        try refusal { try kind.deleteBatch(context, keys) },
        try refusal { try kind.deleteEach(other, keys) }
      )
      #expect(first == second, comment)
      #expect(!context.hasChanges, comment)
      #expect(try contents(of: twins.batchFile) == contents(of: twins.eachFile), comment)
      let database = try RawDatabase(twins.batchFile)
      #expect(try database.rows("PRAGMA foreign_key_check").isEmpty, comment)

      let fresh = ModelContext(twins.batch)
      let stored = try BatchDeleteWorld.kinds.flatMap { try $0.hold(fresh) }
      let expected = Set(stored.map { $0.describe() })
      let seen = Set(held.filter { $0.model.modelContext != nil }.map { $0.describe() })
      #expect(seen.subtracting(expected) == [], comment)
      #expect(expected.subtracting(seen) == [], comment)
      let survivors = Set(stored.map(\.model.persistentModelID))
      for object in mine {
        let survives = survivors.contains(object.model.persistentModelID)
        #expect((object.model.modelContext != nil) == survives, comment)
      }
    }
    #expect(try RawDatabase(twins.batchFile).value("PRAGMA integrity_check") == "ok")
  }
}
