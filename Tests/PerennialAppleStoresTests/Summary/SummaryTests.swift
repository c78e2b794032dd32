import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: summaries")
struct SummaryTests {
  @Test("Entities have their objects, properties and former names")
  func entities() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    try SampleFile.write(to: url)
    let summary = try AppleStore(contentsOf: url).summary()
    #expect(summary.kind == "apple" && summary.hasModel)
    #expect(summary.modelVersions == ["1.2.0"] && summary.frameworkVersion == 1344)
    #expect(summary.entities.map(\.name) == ["Author", "Book", "Comic", "Tag"])
    #expect(summary.entities.map(\.count) == [1, 2, 1, 2])
    #expect(summary.entities.map(\.formerName) == [nil, nil, nil, "Label"])
    #expect(summary.entities[0].versionHash == "417574686f72")
    #expect(summary.entities[0].uniquenessConstraints == [["name"]])
    // A subentity has the properties that it declares itself.
    #expect(summary.entities[2].superentity == "Book")
    #expect(summary.entities[2].properties.map(\.name) == ["pages"])
    let book = summary.entities[1].properties
    #expect(
      book.map(\.name) == ["added", "cover", "loan", "price", "state", "title", "author", "tags"])
    #expect(book.map(\.type).prefix(4) == ["Date", "Data", "struct", "Decimal"])
    #expect(book[2].elements.map(\.name) == ["days", "person"])
    #expect(book[4].formerName == "status")
    #expect(book[7].relationship?.isToMany == true)
    #expect(book[7].relationship?.inverse == "books")
    #expect(summary.entities[0].properties[1].relationship?.deleteRule == "cascade")
  }

  @Test("The history has its authors and times")
  func history() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    try SampleFile.write(to: url, inLog: true)
    let summary = try AppleStore(contentsOf: url).summary()
    let history = try #require(summary.history)
    #expect(history.transactions == 2 && history.changes == 3)
    #expect(history.first == 1 && history.last == 2)
    #expect(history.begin == Date(timeIntervalSinceReferenceDate: 700_000_000))
    #expect(history.end == Date(timeIntervalSinceReferenceDate: 700_086_400))
    #expect(history.authors == ["editor", "import"])
    #expect(summary.sizes.file > 0 && summary.sizes.log > 0)
    #expect(summary.otherTables == ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"])
  }

  @Test("A history without transactions, and a file without a description of its model")
  func empty() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    var sample = SampleFile.store
    (sample.transactions, sample.changes, sample.hasCache) = ([], [], false)
    try sample.write(to: url)
    let summary = try AppleStore(contentsOf: url).summary()
    #expect(summary.history?.transactions == 0 && summary.history?.begin == nil)
    #expect(!summary.hasModel)
    #expect(summary.entities.map(\.count) == [1, 2, 1, 2])
  }

  @Test("Its JSON has a kind, and no member for what the file lacks")
  func json() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    try SampleFile.write(to: url)
    let data = try JSONEncoder().encode(AppleStore(contentsOf: url).summary())
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["kind"] as? String == "apple")
    let entities = try #require(object["entities"] as? [[String: Any]])
    #expect(entities[0]["superentity"] == nil && entities[2]["superentity"] as? String == "Book")
    let history = try #require(object["history"] as? [String: Any])
    #expect(history["begin"] as? String == "2023-03-08T20:26:40Z")
  }

  @Test("A time that is none is a text", arguments: [1e300, -1e300, 1e18])
  func times(_ seconds: Double) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Library.sqlite")
    var sample = SampleFile.store
    sample.transactions = sample.transactions.map { transaction in
      AppleTransaction(
        number: transaction.number, date: Date(timeIntervalSinceReferenceDate: seconds),
        author: nil, contextName: nil, bundle: nil, process: nil, changeCount: 0)
    }
    try sample.write(to: url)
    let summary = try AppleStore(contentsOf: url).summary()
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(summary), as: UTF8.self)
    #expect(text.contains("\"begin\":\"\(seconds)\""))
    #expect(summary.history?.authors == [])
  }
}
