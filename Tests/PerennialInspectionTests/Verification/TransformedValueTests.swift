import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Transformable attributes without the program's classes: the columns have the bytes of the transformers, also if the
/// type of the property has another form.
@Suite("Transformed values, without the program's classes")
struct TransformedValueTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("swatches.store")
    ValueTransformer.setValueTransformer(ShoutingTransformer(), forName: ShoutingTransformer.name)
    let context = ModelContext(
      try ModelContainer(for: Swatch.self, configurations: ModelConfiguration(url: url)))
    for (title, echo) in [("a", "loud"), ("b", nil)] {
      let swatch = Swatch(title, tint: Tint(red: 1, green: 2, blue: 3))
      (swatch.cry, swatch.echo) = ("hello", echo)
      context.insert(swatch)
    }
    try context.save()
  }

  private func columns(_ url: URL) throws -> [[String]] {
    try RawDatabase(url).rows(
      "SELECT title, hex(tint), hex(cry), hex(echo) FROM Swatch ORDER BY title")
  }

  @Test("A store with them is sound, and its summary has the forms of the columns")
  func verification() throws {
    #expect(try columns(url)[0] == ["a", "010203", "48454C4C4F", "4C4F5544"])
    let store = try InspectedStore(url)
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems.map(\.description))")
    let entity = try #require(try store.summary().entities.first { $0.name == "Swatch" })
    let forms = Dictionary(
      uniqueKeysWithValues: entity.properties.map { ($0.name, $0.form ?? "-") })
    #expect(forms["cry"] == "data" && forms["echo"] == "data" && forms["title"] == "text")
  }

  @Test("They survive a document", arguments: [DocumentFormat.json, .csv])
  func roundTrip(_ format: DocumentFormat) throws {
    let (document, target) = (directory.file("document"), directory.file("target.store"))
    try InspectedStore(url).export(to: document, as: format)
    #expect(try StoreImport(of: document, as: format, into: target).run().objects["Swatch"] == 2)
    #expect(try columns(target) == columns(url))
    #expect(try InspectedStore(target).verify().isSound)
    let context = ModelContext(
      try ModelContainer(for: Swatch.self, configurations: ModelConfiguration(url: target)))
    #expect(try context.fetch(FetchDescriptor<Swatch>()).map(\.cry) == ["HELLO", "HELLO"])
  }
}
