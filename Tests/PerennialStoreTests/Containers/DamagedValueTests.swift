import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A fault of a file or an object results in a typed error that names the fault, and nothing is lost.
@Suite("Bad input: values")
struct DamagedValueTests: LedgerSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Changes one entry by SQL alone: the property reads its default, the container reports the value, and a save
  /// of another property leaves it.
  private func expectUnrepresentable(
    _ sql: String,
    _ property: String,
    _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let identifier = try #require(try fill(1).first)
    do { try RawDatabase(url).run("PRAGMA ignore_check_constraints = 1; \(sql)") }
    let container = try open()
    let context = ModelContext(container)
    let column = "SELECT quote(\(property)) FROM Entry"
    let stored = try RawDatabase(url).rows(column)
    let entry = try #require(
      try context.fetch(FetchDescriptor<Entry>()).first, sourceLocation: location)
    entry.title = "renamed"
    try context.save()
    #expect(try RawDatabase(url).rows(column) == stored, sourceLocation: location)
    let values = container.unrepresentableValues
    let value = try #require(values.first, sourceLocation: location)
    #expect(values.count == 1, sourceLocation: location)
    #expect(value.identifier == identifier, sourceLocation: location)
    #expect(value.propertyName == property, sourceLocation: location)
    #expect(value.reading == .declaredDefault, sourceLocation: location)
    for word in words {
      #expect(value.description.contains(word), "\(value)", sourceLocation: location)
    }
    // Other objects are not concerned, and the file can be mended.
    #expect(try context.fetchCount(FetchDescriptor<Line>()) == 2, sourceLocation: location)
    #expect(
      try context.fetch(FetchDescriptor<Line>()).map(\.text).sorted() == ["one", "two"],
      sourceLocation: location
    )
    try context.delete(model: Entry.self)
    #expect(try context.fetch(FetchDescriptor<Entry>()).isEmpty, sourceLocation: location)
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 0, sourceLocation: location)
    #expect(container.unrepresentableValues.isEmpty, sourceLocation: location)
  }

  @Test("An unknown raw value of an enumeration")
  func unknownRawValue() throws {
    try expectUnrepresentable(
      "UPDATE Entry SET mood = 'furious'", "mood", "furious", "SpecimenMood")
  }

  @Test("A UUID of the wrong length")
  func shortUUID() throws {
    try expectUnrepresentable("UPDATE Entry SET uuid = x'0102'", "uuid", "16 bytes")
  }

  @Test("JSON that is none")
  func brokenJSON() throws {
    try expectUnrepresentable("UPDATE Entry SET place = '{\"name\": 7'", "place", "SpecimenPlace")
  }

  @Test("JSON of another shape")
  func otherJSON() throws {
    try expectUnrepresentable("UPDATE Entry SET place = '[1, 2]'", "place", "[1, 2]")
  }

  @Test("A number that does not fit")
  func tooLarge() throws {
    try expectUnrepresentable("UPDATE Entry SET level = 1000", "level", "1000", "Int8")
  }

  @Test("A decimal that is none")
  func brokenDecimal() throws {
    try expectUnrepresentable("UPDATE Entry SET amount = x'FF'", "amount")
  }

  @Test("A row that was right becomes wrong under an object that is held")
  func undecodableLater() throws {
    let identifier = try #require(try fill(1).first)
    let container = try open()
    let context = ModelContext(container)
    let entry = try #require(context.model(for: identifier) as? Entry)
    do { try RawDatabase(url).run("UPDATE Entry SET mood = 'furious'") }
    #expect(entry.mood == .calm)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.mood) == [.calm])
    #expect(container.unrepresentableValues.map(\.storedValue) == ["furious"])
    #expect(entry.title == "Entry 0")
    entry.mood = .wild
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.mood) == [.wild])
  }

  @Test("A value that cannot be encoded is named, and nothing is written")
  func unencodable() throws {
    let container = try ModelContainer(
      for: Reluctant.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    let model = Reluctant()
    context.insert(model)
    context.insert(Reluctant())
    try context.save()
    model.value.refuses = true
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("Reluctant.value") == true, "\(String(describing: error))")
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Reluctant>()) == 2)
    model.value.refuses = false
    try context.save()
    #expect(!context.hasChanges)
  }
}
