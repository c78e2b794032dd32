import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

/// Spreadsheets and libraries write booleans, dates and numbers in their own way when they save a document.
@Suite("41/21: Documents that other tools have rewritten are imported")
struct RewrittenDocumentTests {
  @Model final class Bill {
    var title = ""
    var isPaid = false
    var day = Date(timeIntervalSinceReferenceDate: 0)
    var amount = 0.0
    var marks: [Mark] = []

    init(_ title: String) { self.title = title }
  }

  @Model final class Mark {
    var name = ""
    @Relationship(inverse: \Bill.marks) var bills: [Bill] = []

    init(_ name: String) { self.name = name }
  }

  private let directory: ScratchDirectory
  private var source: URL { directory.file("source.store") }
  private var target: URL { directory.file("target.store") }

  init() throws { directory = try ScratchDirectory() }

  private func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Bill.self, Mark.self, configurations: ModelConfiguration(url: url)))
  }

  private func makeStore() throws {
    let context = try open(source)
    let (paid, open) = (Bill("paid"), Bill("open"))
    (paid.isPaid, paid.amount) = (true, .infinity)
    paid.day = Date(timeIntervalSince1970: 1_763_596_800.5)
    open.amount = .nan
    context.insert(paid)
    context.insert(open)
    paid.marks = [Mark("late")]
    try context.save()
  }

  private func bills(_ url: URL) throws -> [String] {
    try open(url).fetch(FetchDescriptor<Bill>(sortBy: [SortDescriptor(\.title)])).map {
      let marks = $0.marks.map(\.name).joined(separator: " ")
      return "\($0.title) \($0.isPaid) \($0.day.timeIntervalSince1970) \($0.amount) \(marks)"
    }
  }

  /// Replaces text in a file, which must be there.
  private func rewrite(_ file: URL, _ pieces: [(String, String)]) throws {
    var text = try String(contentsOf: file, encoding: .utf8)
    for (piece, replacement) in pieces {
      #expect(text.contains(piece), "\(piece) is not in \(text)")
      text = text.replacingOccurrences(of: piece, with: replacement)
    }
    try Data(text.utf8).write(to: file)
  }

  /// Reverses the columns of a file without quoted cells.
  private func reverseColumns(of file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).reversed().joined(separator: ",")
    }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
  }

  @Test(
    "Booleans, dates and numbers of tables, in another order of columns and after a byte order mark",
    arguments: [
      ("True", "False", "2025-11-20 00:00:00.5+00:00", "nan", "inf"),
      ("TRUE", "FALSE", "2025-11-20 01:00:00.5+01", "NaN", "Infinity"),
      ("1", "0", "2025-11-19T23:30:00.500-0030", "NAN", "inf"),
      ("1.0", "0.0", "2025-11-20 00:00:00.5Z", "nan", "inf"),
    ])
  func tables(_ yes: String, _ no: String, _ day: String, _ none: String, _ infinite: String) throws
  {
    try makeStore()
    let folder = directory.file("tables")
    try InspectedStore(source).export(to: folder, as: .csv)
    let file = folder.appendingPathComponent("Bill.csv")
    try rewrite(
      file,
      [
        ("true", yes), ("false", no), ("2025-11-20T00:00:00.5Z", day), ("NaN", none),
        ("Infinity", infinite),
      ])
    try reverseColumns(of: file)
    try reverseColumns(of: folder.appendingPathComponent("Bill.marks.csv"))
    for name in ["Bill.csv", "Mark.csv", "Bill.marks.csv", "schema.json"] {
      let file = folder.appendingPathComponent(name)
      try Data([0xEF, 0xBB, 0xBF] + Data(contentsOf: file)).write(to: file)
    }
    _ = try StoreImport(of: folder, as: .csv, into: target).run()
    #expect(try bills(target) == bills(source))
  }

  @Test("Booleans and dates of JSON")
  func json() throws {
    try makeStore()
    let file = directory.file("document.json")
    try InspectedStore(source).export(to: file, as: .json)
    try rewrite(
      file,
      [
        ("\"isPaid\":true", "\"isPaid\":1"), ("\"isPaid\":false", "\"isPaid\":0"),
        ("2025-11-20T00:00:00.5Z", "2025-11-20 00:00:00.5+0000"),
      ])
    try Data([0xEF, 0xBB, 0xBF] + Data(contentsOf: file)).write(to: file)
    _ = try StoreImport(of: file, as: .json, into: target).run()
    #expect(try bills(target) == bills(source))
  }

  @Test(
    "A date without a zone is refused, with what to write",
    arguments: ["2025-11-20 00:00:00.5", "2025-11-20"])
  func withoutZone(day: String) throws {
    try makeStore()
    let folder = directory.file("tables")
    try InspectedStore(source).export(to: folder, as: .csv)
    try rewrite(
      folder.appendingPathComponent("Bill.csv"), [("2025-11-20T00:00:00.5Z", day)])
    let error = #expect(throws: DocumentError.self) {
      try StoreImport(of: folder, as: .csv, into: target).run()
    }
    #expect(error?.description.contains("has no time zone; write Z") == true)
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }
}
