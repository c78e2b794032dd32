import Foundation
import SwiftData
import Testing

@testable import Fixtures

/// A fault of a file or an object results in a typed error that names the fault, and nothing is lost.
@Suite("Bad input: objects and identifiers of other contexts, containers and stores")
struct MisplacedObjectTests {
  typealias Entry = LedgerV1.Entry
  typealias Line = LedgerV1.Line

  private func memory() throws -> ModelContainer {
    try ModelContainer(
      for: Entry.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
  }

  @Test("An object of a model that the container does not have")
  func unknownModel() throws {
    let context = ModelContext(try memory())
    let stranger = Portable(name: "p", amount: 1)
    context.insert(stranger)
    context.insert(Entry(title: "kept"))
    let error = #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    #expect(error?.explanation.contains("Portable") == true)
    #expect(error?.explanation.contains("Entry") == true)
    #expect(stranger.modelContext == nil)
    #expect(stranger.name == "p")
    // Told once; what was right is saved.
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 1)
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<Portable>())
    }
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetchCount(FetchDescriptor<Portable>())
    }
    #expect(throws: SwiftDataError.unknownSchema) { try context.delete(model: Portable.self) }
  }

  @Test("An object that is inserted into two contexts stays in the first")
  func twoContexts() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    second.insert(entry)
    #expect(entry.modelContext === first)
    let error = #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(error?.explanation.contains("Entry") == true)
    #expect(error?.identifiers == [entry.persistentModelID])
    try second.save()
    try first.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  @Test("An object is deleted by its own context only")
  func deletedElsewhere() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    try first.save()
    second.delete(entry)
    #expect(!entry.isDeleted)
    #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(try second.fetchCount(FetchDescriptor<Entry>()) == 1)
    // A deletion of what was never inserted, and of what is gone, is nothing.
    second.delete(Entry(title: "loose"))
    try second.save()
    first.delete(entry)
    try first.save()
    first.delete(entry)
    try first.save()
  }

  @Test("A relationship to a saved object of another context leads to the same row here")
  func relationshipAcrossContexts() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    try first.save()
    let line = Line(text: "l")
    second.insert(line)
    line.entry = entry
    #expect(line.entry !== entry)
    #expect(line.entry == entry)
    #expect(line.entry?.modelContext === second)
    try second.save()
    #expect(entry.lines.map(\.text) == ["l"])
  }

  @Test("A relationship to an unsaved object of another context is refused")
  func relationshipToUnsaved() throws {
    let container = try memory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let entry = Entry(title: "one")
    first.insert(entry)
    let line = Line(text: "l")
    second.insert(line)
    line.entry = entry
    let error = #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(error?.explanation.contains("Line.entry") == true)
    #expect(line.entry == nil)
    try second.save()
    #expect(try second.fetchCount(FetchDescriptor<Line>()) == 1)
    #expect(try second.fetchCount(FetchDescriptor<Entry>()) == 0)
  }

  @Test("A relationship to an object of another container is refused")
  func relationshipAcrossContainers() throws {
    let first = ModelContext(try memory())
    let second = ModelContext(try memory())
    let entry = Entry(title: "one")
    first.insert(entry)
    try first.save()
    let line = Line(text: "l")
    second.insert(line)
    line.entry = entry
    #expect(throws: SwiftDataError.modelInAnotherContext) { try second.save() }
    #expect(line.entry == nil)
  }

  // MARK: Identifiers

  @Test("An identifier of a deleted row: no object, or an empty one, never a trap")
  func deletedIdentifier() throws {
    let container = try memory()
    let context = ModelContext(container)
    let entry = Entry(title: "one")
    context.insert(entry)
    try context.save()
    let identifier = entry.persistentModelID
    context.delete(entry)
    try context.save()
    for context in [context, ModelContext(container)] {
      #expect(try context.existingModel(for: identifier) == nil)
      #expect((context.registeredModel(for: identifier) as Entry?) == nil)
      let blank = try #require(context.model(for: identifier) as? Entry)
      #expect(blank.persistentModelID == identifier)
      #expect(blank.modelContext == nil)
      #expect(blank.title == "")
      #expect(blank.mood == .calm)
      #expect(blank.place == SpecimenPlace())
      #expect(blank.lines.isEmpty)
      #expect(blank.link == nil)
      blank.title = "written"
      #expect(blank.title == "written")
      #expect(!context.hasChanges)
    }
  }

  @Test("Identifiers of other stores and other entities")
  func foreignIdentifiers() throws {
    let context = ModelContext(try memory())
    let other = ModelContext(try memory())
    let entry = Entry(title: "one")
    other.insert(entry)
    try other.save()
    let stranger = ModelContext(try curiosityContainer())
    let portable = Portable(name: "p", amount: 1)
    stranger.insert(portable)
    try stranger.save()
    for identifier in [entry.persistentModelID, portable.persistentModelID] {
      #expect(throws: SwiftDataError.unknownSchema) {
        try context.existingModel(for: identifier)
      }
      let blank = context.model(for: identifier)
      #expect(blank.modelContext == nil)
      #expect((context.registeredModel(for: identifier) as Entry?) == nil)
    }
    #expect(context.model(for: portable.persistentModelID) as? Entry == nil)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(PersistentIdentifier.self, from: Data("{}".utf8))
    }
  }
}
