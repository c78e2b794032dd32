import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: history")
struct HistoryTests {
  @Test("Transactions have their author, their time and their changes")
  func transactions() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Model.sqlite")
    var sample = SampleStore.item(.string)
    let item = AppleReference(entity: "Item", key: 1)
    sample.transactions = [
      AppleTransaction(
        number: 1, date: Date(timeIntervalSinceReferenceDate: 791_478_105.5), author: "import",
        contextName: "background", bundle: "com.example.app", process: "App", changeCount: 2),
      AppleTransaction(
        number: 2, date: Date(timeIntervalSinceReferenceDate: 791_478_106), author: nil,
        contextName: nil, bundle: "com.example.app", process: "App", changeCount: 1),
    ]
    sample.changes = [
      (1, AppleChange(number: 1, kind: .insertion, object: item)),
      (1, AppleChange(number: 2, kind: .deletion, object: nil)),
      (2, AppleChange(number: 3, kind: .other(9), object: item)),
    ]
    try sample.write(to: url)
    let store = try AppleStore(contentsOf: url)
    #expect(store.hasHistory)
    #expect(try store.transactions(limit: 10) == sample.transactions)
    #expect(try store.transactions(after: 1, limit: 10).map(\.number) == [2])
    #expect(try store.transactions(limit: 1).map(\.number) == [1])
    var changes: [AppleChange] = []
    try store.forEachChange { changes.append($0) }
    #expect(changes == sample.changes.map(\.change))
    changes = []
    try store.forEachChange(of: 2) { changes.append($0) }
    #expect(changes.map(\.number) == [3])
    #expect(store.otherTables == ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"])
  }

  @Test("A store without these tables has no history")
  func noHistory() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Model.sqlite")
    try SampleStore.item(.string).write(to: url)
    try RawDatabase(url).run("DROP TABLE ATRANSACTION")
    let store = try AppleStore(contentsOf: url)
    #expect(!store.hasHistory)
    #expect(try store.transactions(limit: 10).isEmpty)
  }
}
