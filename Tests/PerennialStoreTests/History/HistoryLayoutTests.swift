import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// SQLite alone reads what Documentation/FileFormat.md promises.
@Suite("History in the file")
struct HistoryLayoutTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("a.store")
  }

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Voyage.self, configurations: ModelConfiguration(url: url)))
  }

  /// The groups of changes of one transaction, as SQLite's JSON functions see them.
  private func groups(_ transaction: Int64) throws -> [[String]] {
    try RawDatabase(url).rows(
      """
      SELECT json_extract(value, '$.entity'), json_extract(value, '$.kind'), \
      json_extract(value, '$.properties'), json_extract(value, '$.keys') \
      FROM _perennial_history, json_each(changes) WHERE _perennial_history.id = \(transaction) ORDER BY 1, 2, 3
      """)
  }

  /// Keys as a transaction lists them. Other tests draw keys at the same time, and leave gaps.
  private func runs(_ keys: some Collection<Int64>) -> String {
    var runs: [ClosedRange<Int64>] = []
    for key in keys {
      if let last = runs.last, last.upperBound + 1 == key {
        runs[runs.count - 1] = last.lowerBound...key
      } else {
        runs.append(key...key)
      }
    }
    let texts = runs.map { run in
      run.count == 1 ? "\(run.lowerBound)" : "[\(run.lowerBound),\(run.upperBound)]"
    }
    return "[\(texts.joined(separator: ","))]"
  }

  private func keys() throws -> [Int64] {
    try RawDatabase(url).rows("SELECT _pk FROM Voyage ORDER BY _pk").map {
      try #require(Int64($0[0]))
    }
  }

  @Test("A transaction is one row, its keys are ranges")
  func row() throws {
    let context = try context()
    context.author = "me"
    let voyages = (0..<1000).map { Voyage("\($0)") }
    for voyage in voyages { context.insert(voyage) }
    try context.save()
    let keys = try keys()
    for voyage in voyages[100..<110] { voyage.title = "x" }
    for voyage in voyages[200..<203] {
      voyage.title = "y"
      voyage.code += "!"
    }
    context.delete(voyages[0])
    try context.save()
    let database = try RawDatabase(url)
    #expect(
      try database.rows(
        "SELECT id, author, abs(time - \(Date().timeIntervalSinceReferenceDate)) < 60 FROM _perennial_history"
      )
        == [["1", "me", "1"], ["2", "me", "1"]])
    let deleted = keys[0]
    #expect(try groups(1) == [["Voyage", "insert", "NULL", runs(keys)]])
    #expect(
      try groups(2) == [
        ["Voyage", "delete", "NULL", "[\(deleted)]"],
        ["Voyage", "update", #"["code","title"]"#, runs(keys[200..<203])],
        ["Voyage", "update", #"["title"]"#, runs(keys[100..<110])],
      ])
    #expect(
      try database.rows(
        "SELECT history, entity, pk, property, value, typeof(value) FROM _perennial_tombstones")
        == [
          ["2", "Voyage", "\(deleted)", "cargo", "none", "text"],
          ["2", "Voyage", "\(deleted)", "code", "0", "text"],
          ["2", "Voyage", "\(deleted)", "departure", "NULL", "null"],
        ])
  }

  @Test("Keys with gaps between them are listed one by one")
  func gaps() throws {
    let context = try context()
    let voyages = (0..<9).map { Voyage("\($0)") }
    for voyage in voyages { context.insert(voyage) }
    try context.save()
    for number in [0, 2, 3, 4, 8] { voyages[number].title = "x" }
    try context.save()
    let keys = try keys()
    #expect(try groups(2).first?.last == runs([0, 2, 3, 4, 8].map { keys[$0] }))
  }

  @Test("What SQL counts in the rows is what the history says")
  func oracle() throws {
    var random = SeededGenerator(seed: 20)
    let context = try context()
    var voyages: [Voyage] = []
    var expected: Set<PersistentIdentifier> = []
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        let voyage = Voyage("\(voyages.count)")
        if random.chance(0.3) { voyage.legs = [Leg(1)] }
        context.insert(voyage)
        voyages.append(voyage)
      }
      for voyage in voyages where !voyage.isDeleted && voyage.modelContext != nil {
        if random.chance(0.1) { voyage.title += "x" }
        if random.chance(0.05) { context.delete(voyage) }
      }
      try context.save()
    }
    for transaction in try context.history() {
      for change in transaction.changes {
        let identifier = change.changedPersistentIdentifier
        switch change {
        case .insert: #expect(expected.insert(identifier).inserted, "inserted twice")
        case .update: #expect(expected.contains(identifier), "changed while it was not there")
        case .delete: #expect(expected.remove(identifier) != nil, "deleted while it was not there")
        }
      }
    }
    let database = try RawDatabase(url)
    let count = try ["Voyage", "Leg"].reduce(0) {
      $0 + (Int(try database.value("SELECT count(*) FROM \($1)") ?? "") ?? 0)
    }
    #expect(expected.count == count)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
  }

  @Test("A store from before there was a history gets one when it is opened")
  func upgrade() throws {
    let first = Voyage("A")
    do {
      let context = try context()
      context.insert(first)
      try context.save()
    }
    try RawDatabase(url).run(
      """
      DROP TABLE _perennial_history; DROP TABLE _perennial_tombstones;
      """)
    let readOnly = ModelContext(
      try ModelContainer(
        for: Voyage.self, configurations: ModelConfiguration(url: url, allowsSave: false)))
    #expect(try readOnly.history().isEmpty)
    let context = try context()
    #expect(try context.history().isEmpty)
    context.insert(Voyage("B"))
    try context.save()
    #expect(try context.history().map(\.summary) == [["insert Voyage"]])
    #expect(try context.fetchCount(FetchDescriptor<Voyage>()) == 2)
  }

  @Test("A property that has another name now is found by the old one")
  func renamed() throws {
    let context = try context()
    context.insert(Voyage("A"))
    try context.save()
    try RawDatabase(url).run(
      """
      UPDATE _perennial_history SET changes = '[{"entity":"Voyage","kind":"update",\
      "properties":["title","unheard"],"keys":[7]}]'
      """)
    #expect(try context.history().map(\.summary) == [["update Voyage title"]])
  }
}
