import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Imports")
struct StoreImportTests {
  let directory: ScratchDirectory
  var source: URL { directory.file("source.store") }
  var target: URL { directory.file("target.store") }
  var document: URL { directory.file("source.json") }

  init() throws { directory = try ScratchDirectory() }

  private func export(steps: Int) throws {
    let context = ModelContext(try Attic.container(source))
    for number in 0..<steps { try Attic.Step(number).perform(in: context) }
    try InspectedStore(source).export(to: document, as: .json, isReplacing: true)
  }

  @Test("A program that has the empty store open sees the objects")
  func openStore() throws {
    try export(steps: 4)
    let container = try Attic.container(target)
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Attic.Crate>()) == 0)
    let report = try StoreImport(of: document, as: .json, into: target).run()
    #expect(report.objects == ["Crate": 3])
    #expect(try Attic.lines(in: context) == Attic.lines(after: 4))
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(transactions.map(\.author) == ["import"])
    #expect(transactions.first?.changes.count == 3)
    try Attic.values(of: target).expectAgreement()
  }

  @Test("A store that has objects is left as it is")
  func notEmpty() throws {
    try export(steps: 4)
    let before = try StoreContents.lines(source)
    let error = #expect(throws: InspectionError.self) {
      try StoreImport(of: document, as: .json, into: source).run()
    }
    #expect(error?.code == .targetNotEmpty)
    #expect(error?.description.contains("3 objects of Crate") == true)
    #expect(try StoreContents.lines(source) == before)
    try Attic.values(of: source).expectAgreement()
  }

  @Test("A store of another schema is left as it is")
  func otherSchema() throws {
    try export(steps: 2)
    _ = try Chronicle.container(target)
    let error = #expect(throws: InspectionError.self) {
      try StoreImport(of: document, as: .json, into: target).run()
    }
    #expect(error?.code == .otherSchema)
    #expect(error?.description.contains("Crate") == true)
    #expect(try Chronicle.lines(in: RawDatabase(target)).isEmpty)
  }

  @Test("What is no store is left as it is")
  func noStore() throws {
    try export(steps: 2)
    try Data("a text that is no database, and long enough for one".utf8).write(to: target)
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try StoreImport(of: document, as: .json, into: target).run()
    }
    #expect(try Data(contentsOf: target).starts(with: Data("a text".utf8)))
    let foreign = directory.file("foreign.db")
    try RawDatabase(foreign).run("CREATE TABLE a (b)")
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try StoreImport(of: document, as: .json, into: foreign).run()
    }
    #expect(try RawDatabase(foreign).rows("SELECT name FROM sqlite_master") == [["a"]])
  }

  @Test("13.25 Delete rules go through export and import", arguments: [DocumentFormat.json, .csv])
  func rules(_ format: DocumentFormat) throws {
    let context = ModelContext(try Chronicle.container(source))
    let chapter = Chronicle.Chapter(1)
    chapter.leaves = [Chronicle.Leaf("one"), Chronicle.Leaf("two")]
    context.insert(chapter)
    try context.save()
    let document = directory.file("document")
    try InspectedStore(source).export(to: document, as: format)
    _ = try StoreImport(of: document, as: format, into: target).run()
    let again = directory.file("again")
    let imported = try InspectedStore(target)
    try imported.export(to: again, as: format)
    for name in format == .json ? [""] : ["/schema.json"] {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: again.path + name))
          == Data(contentsOf: URL(fileURLWithPath: document.path + name)))
    }
    // Without the program that the store belongs to.
    let models = try StoreModels(of: imported)
    #expect(models.entitiesWithoutRules == [])
    let relationship = models.schema.entitiesByName["Chapter"]?.relationshipsByName["leaves"]
    #expect(relationship?.deleteRule == .cascade)
    try models.container().deleteRows([("Chapter", .everything)])
    #expect(try InspectedStore(target).rows(of: "Leaf").isEmpty)
  }

  @Test(
    "13.25 Rules of a document that contradict it are refused",
    arguments: [
      (#""Leaf":{"name":{}}"#, #""Page":{}"#, "rules for Page, which is not described"),
      (
        #""Leaf":{"name":{}}"#, #""Leaf":{"size":{}}"#, "rule for Leaf.size, which is not described"
      ),
      (
        #""Leaf":{"name":{}}"#, #""Leaf":{"name":{"deleteRule":"burn"}}"#,
        "the value is not a description of the rules of properties"
      ),
    ])
  func wrongRules(_ sound: String, _ wrong: String, _ words: String) throws {
    _ = try Chronicle.container(source)
    try InspectedStore(source).export(to: document, as: .json)
    let text = try String(contentsOf: document, encoding: .utf8)
    let place = #""Leaf":{}"#
    #expect(text.contains(place))
    func write(_ rule: String) throws {
      try Data(text.replacing(place, with: rule).utf8).write(to: document)
    }
    try write(wrong)
    let error = #expect(throws: DocumentError.self) {
      try StoreImport(of: document, as: .json, into: target).run()
    }
    #expect(error?.description.contains(words) == true, "\(error as Any)")
    #expect(!FileManager.default.fileExists(atPath: target.path))
    try write(sound)
    _ = try StoreImport(of: document, as: .json, into: target).run()
  }

  @Test("A dry run reports what would be done, and leaves nothing")
  func dryRun() throws {
    try export(steps: 6)
    let reading = StoreImport(of: document, as: .json, into: target)
    let report = try reading.run(isDryRun: true)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.url.path).allSatisfy {
        !$0.hasPrefix("target")
      })
    #expect(try reading.run() == report)
    let other = directory.file("other.store")
    _ = try Attic.container(other)
    #expect(try StoreImport(of: document, as: .json, into: other).run(isDryRun: true) == report)
    #expect(try Attic.lines(at: other).isEmpty)
    #expect(Attic.values(of: other).files().isEmpty)
    #expect(try RawDatabase(other).rows("SELECT 1 FROM _perennial_history").isEmpty)
  }

  @Test("On a disk that fails a write, all of it is there or nothing")
  func faults() throws {
    try export(steps: 4)
    let expected = try Attic.lines(at: source)
    var failed = 0
    for number in 1... {
      let disk = try BreakingDisk()
      let url = disk.directory.file("target.store")
      do { _ = try Attic.container(url) }
      disk.fail(number % 2 == 0 ? .write : .full, at: number, isLasting: true)
      let result = Result { try StoreImport(of: document, as: .json, into: url).run() }
      let failures = disk.failures
      disk.repair()
      let lines = try Attic.lines(at: url)
      try RawDatabase(url).expectSoundness("write \(number)")
      switch result {
      case .success: #expect(lines == expected, "write \(number)")
      case .failure(let error):
        failed += 1
        #expect(error as? SwiftDataError != nil, "write \(number): \(error)")
        #expect(lines.isEmpty, "write \(number)")
        // Files that were written beside the store are deleted when it is next opened.
        _ = try Attic.container(url)
        try Attic.values(of: url).expectAgreement("write \(number)")
      }
      if failures == 0 { break }
    }
    #expect(failed > 5)
  }

  @Test("Progress counts up to the number of rows")
  func progress() throws {
    let context = ModelContext(try Chronicle.container(source))
    for number in 0..<2500 { context.insert(Chronicle.Leaf("\(number)")) }
    try context.save()
    var steps: [[Int?]] = []
    try InspectedStore(source).export(to: document, as: .json) { steps.append([$0, $1]) }
    #expect(steps == [[1000, 2500], [2000, 2500], [2500, 2500]])
    steps = []
    _ = try StoreImport(of: document, as: .json, into: target).run(progress: {
      steps.append([$0, $1])
    })
    #expect(steps == [[1000, nil], [2000, nil], [2500, 2500]])
    steps = []
    _ = try InspectedStore(target).verify { steps.append([$0, $1]) }
    #expect(steps == [[1000, 2500], [2000, 2500], [2500, 2500]])
  }
}
