import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("13.18 Recorded cases of enumerations, without the program's classes")
struct RecordedCaseTests {
  private let bench: FreightBench
  private let directory: ScratchDirectory
  private var target: URL { directory.file("target.store") }
  private var document: URL { directory.file("document") }

  init() throws {
    bench = try FreightBench()
    directory = try ScratchDirectory()
  }

  @Test("13.18 A verification names values that are none of the cases")
  func verification() throws {
    try bench.fill(3)
    #expect(try InspectedStore(bench.url).verify().isSound)
    try bench.write("UPDATE Freight SET kind = 'drone', route = 'moon' WHERE title = '1'")
    try bench.write("UPDATE Freight SET speed = 9 WHERE title = '2'")
    let found = try InspectedStore(bench.url).verify()
    #expect(found.counts == ["unknownCase": 3])
    let texts = found.problems.map(\.description)
    #expect(texts.contains { $0.contains("kind: “drone” is not one of the recorded cases: “box”") })
    #expect(texts.contains { $0.contains("speed: 9 is not one of the recorded cases: 1, 2") })
  }

  @Test(
    "13.18 Values that are none of the cases survive a document",
    arguments: [
      DocumentFormat.json, .csv,
    ])
  func roundTrip(_ format: DocumentFormat) throws {
    try bench.fill(3)
    try bench.write(
      "UPDATE Freight SET kind = 'drone', route = 'moon', speed = 9 WHERE title = '1'")
    try InspectedStore(bench.url).export(to: document, as: format)
    let report = try StoreImport(of: document, as: format, into: target).run()
    #expect(report.objects["Freight"] == 3)
    let rows = "SELECT title, kind, route, speed FROM Freight ORDER BY title"
    #expect(try RawDatabase(target).rows(rows) == bench.rows(rows))
    // They are still none that the program has.
    #expect(try InspectedStore(target).verify().counts == ["unknownCase": 3])
    let context = ModelContext(try FreightBench.container(target))
    #expect(try context.fetchCount(FetchDescriptor<Freight>()) == 2)
  }

  @Test("13.18 An import refuses a value that the document did not have when it was written")
  func edited() throws {
    try bench.fill(3)
    try InspectedStore(bench.url).export(to: document, as: .json)
    let text = try String(contentsOf: document, encoding: .utf8)
    let edited = text.replacingOccurrences(
      of: #""kind":"tube","#, with: #""kind":"tubs","#)
    #expect(edited != text)
    try Data(edited.utf8).write(to: document)
    let error = #expect(throws: DocumentError.self) {
      try StoreImport(of: document, as: .json, into: target).run()
    }
    #expect(error?.description.contains("“tubs” is not one of the recorded cases") == true)
    #expect(error?.description.contains("kind") == true)
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }

  @Test("13.18 An import into a program's empty store is checked against its cases")
  func emptyStore() throws {
    try bench.fill(3)
    try bench.write("UPDATE _perennial_metadata SET value = '{}' WHERE key = 'cases'")
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '1'")
    try InspectedStore(bench.url).export(to: document, as: .json)
    #expect(try !String(contentsOf: document, encoding: .utf8).contains("\"cases\""))
    _ = try FreightBench.container(target)
    let error = #expect(throws: DocumentError.self) {
      try StoreImport(of: document, as: .json, into: target).run()
    }
    #expect(error?.description.contains("“drone” is not one of the recorded cases") == true)
  }

  @Test("13.18 A backup brings values back that the program cannot represent")
  func backup() throws {
    try bench.fill(3)
    try bench.write("UPDATE Freight SET kind = 'drone', speed = 9 WHERE title = '1'")
    let container = try bench.open()
    let backup = try container.backUp(to: directory.file("b.backup"))
    let context = ModelContext(container)
    try context.delete(model: Freight.self)
    try container.restore(from: backup)
    #expect(
      try bench.row("SELECT kind, speed FROM Freight WHERE title = '1'") == ["drone", "9"])
    #expect(try context.fetchCount(FetchDescriptor<Freight>()) == 2)
    #expect(try context.fetch(FetchDescriptor<Freight>()).count == 2)
  }
}
