import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Edits of single objects, as the program that has the store open sees them.
@Suite("Editing: objects")
struct StoreEditorTests {
  let directory: ScratchDirectory
  let library: EditedLibrary
  var context: ModelContext { library.context }
  var odes: Volume { library.volumes[0] }
  var hymns: Volume { library.volumes[1] }

  init() throws {
    directory = try ScratchDirectory()
    library = try EditedLibrary(directory.file("library.store"))
  }

  private func editor() throws -> StoreEditor { try StoreEditor(InspectedStore(library.url)) }

  private func key(_ model: some PersistentModel) -> Int64 { model._$header.pointee.rowID }

  private func former(_ name: String, of model: Volume) throws -> String? {
    let form = try #require(try InspectedStore(library.url).form(of: "Volume", key: key(model)))
    return try #require(form.fields.first { $0.name == name }).text
  }

  @discardableResult
  private func set(_ name: String, of model: Volume, to text: String?) throws -> EditStep {
    try editor().update(
      "Volume", key: key(model),
      [FieldInput(name: name, from: try former(name, of: model), to: text)])
  }

  /// Lets the context merge what others have saved.
  private func merge() throws { _ = try context.fetchCount(FetchDescriptor<Shelf>()) }

  // MARK: Values

  @Test("A text of each form becomes the value of its property")
  func values() throws {
    try set("title", of: odes, to: "Öden")
    try set("pages", of: odes, to: "12")
    try set("isRead", of: odes, to: "true")
    try set("bought", of: odes, to: "2026-01-31T23:59:59.5Z")
    try set("note", of: odes, to: "")
    try set("form", of: odes, to: "verse")
    try set("chapters", of: odes, to: #"["one","two"]"#)
    try set("text", of: odes, to: String(repeating: "ä", count: 9))
    try merge()
    #expect(odes.title == "Öden")
    #expect(odes.pages == 12)
    #expect(odes.isRead)
    #expect(odes.bought?.timeIntervalSinceReferenceDate == 791_596_799.5)
    #expect(odes.note == "")
    #expect(odes.form == .verse)
    #expect(odes.chapters == ["one", "two"])
    #expect(odes.text == "äääääääää")
    try set("note", of: odes, to: nil)
    try merge()
    #expect(odes.note == nil)
  }

  @Test("The history has the edit, its author and its properties")
  func history() throws {
    let token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
    var editor = try editor()
    editor.author = "studio"
    _ = try editor.update(
      "Volume", key: key(odes),
      [
        FieldInput(name: "title", from: "Odes", to: "Odes I"),
        FieldInput(name: "pages", from: "90", to: "91"),
      ])
    let later = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .filter { transaction in token.map { transaction.token > $0 } ?? true }
    #expect(later.map(\.author) == ["studio"])
    guard case .update(let update)? = later.first?.changes.first else {
      Issue.record("no update")
      return
    }
    let change = try #require(update as? DefaultHistoryUpdate<Volume>)
    #expect(Set(change.updatedAttributes) == [\Volume.title, \Volume.pages])
  }

  @Test("Texts that are not values are refused, all at once, and nothing is written")
  func refused() throws {
    let before = try StoreContents.lines(library.url)
    let error = #expect(throws: EditError.self) {
      try editor().update(
        "Volume", key: key(odes),
        [
          FieldInput(name: "title", from: "Odes", to: nil),
          FieldInput(name: "pages", from: "90", to: "many"),
          FieldInput(name: "isRead", from: "false", to: "perhaps"),
          FieldInput(name: "bought", to: "yesterday"),
          FieldInput(name: "form", from: "novel", to: "play"),
          FieldInput(name: "chapters", from: "[]", to: "[1"),
          FieldInput(name: "note", to: "fine"),
        ])
    }
    #expect(
      error?.fields.keys.sorted() == ["bought", "chapters", "form", "isRead", "pages", "title"])
    #expect(error?.fields["title"] == "a value is required")
    #expect(error?.fields["form"]?.contains("novel") == true)
    #expect(try StoreContents.lines(library.url) == before)
  }

  @Test("A value that another program has changed since is not overwritten")
  func conflict() throws {
    let form = try former("title", of: odes)
    odes.title = "Carmina"
    try context.save()
    let error = #expect(throws: EditError.self) {
      try editor().update(
        "Volume", key: key(odes),
        [
          FieldInput(name: "title", from: form, to: "Songs"),
          FieldInput(name: "pages", from: "90", to: "1"),
        ])
    }
    #expect(error?.fields == ["title": "Another program has changed the value to “Carmina”"])
    try merge()
    #expect(odes.title == "Carmina")
    #expect(odes.pages == 90)
  }

  @Test("Properties with the same text in the form stay as they are, also with other line ends")
  func unchanged() throws {
    odes.note = "one\ntwo"
    try context.save()
    let step = try editor().update(
      "Volume", key: key(odes),
      [
        FieldInput(name: "note", from: "one\r\ntwo", to: "one\r\ntwo"),
        FieldInput(name: "title", from: "Odes", to: "Odes"),
      ])
    #expect(step.isEmpty)
    try set("note", of: odes, to: "one\r\ntwo\r\nthree")
    try merge()
    #expect(odes.note == "one\ntwo\nthree")
  }

  @Test("Data and long values have no text, and say why")
  func unavailable() throws {
    odes.scan = Data([1])
    odes.text = String(repeating: "a", count: InspectedStore.longestEditableText + 1)
    try context.save()
    let form = try #require(try InspectedStore(library.url).form(of: "Volume", key: key(odes)))
    for name in ["scan", "text"] {
      let field = try #require(form.fields.first { $0.name == name })
      guard case .unavailable(let reason) = field.form else {
        Issue.record("\(name) can be edited")
        continue
      }
      #expect(field.text == nil)
      #expect(!reason.isEmpty)
    }
  }

  // MARK: Relationships

  @Test("A reference takes the object out of one collection and puts it last into another")
  func reference() throws {
    let other = Shelf("songs")
    context.insert(other)
    other.volumes = [Volume("Lieder")]
    try context.save()
    try set("shelf", of: odes, to: "\(key(other))")
    try merge()
    #expect(library.shelf.volumes == [hymns])
    #expect(other.volumes.map(\.title) == ["Lieder", "Odes"])
    try set("shelf", of: odes, to: nil)
    try merge()
    #expect(odes.shelf == nil)
    #expect(other.volumes.map(\.title) == ["Lieder"])
  }

  @Test("Both sides of a one-to-one relationship agree, and the former partner has none")
  func oneToOne() throws {
    let step = try set("jacket", of: odes, to: "\(key(library.jackets[1]))")
    try merge()
    #expect(odes.jacket === library.jackets[1])
    #expect(library.jackets[1].volume === odes)
    #expect(hymns.jacket == nil)
    #expect(library.jackets[0].volume == nil)
    _ = try editor().revert(step)
    try merge()
    #expect(odes.jacket === library.jackets[0])
    #expect(hymns.jacket === library.jackets[1])
    #expect(library.jackets.map { $0.volume?.title } == ["Odes", "Hymns"])
  }

  @Test("A reference to an object that does not exist is refused", arguments: ["1", "-1", "x"])
  func missingTarget(text: String) throws {
    let error = #expect(throws: EditError.self) { try set("shelf", of: odes, to: text) }
    #expect(error?.fields.keys.sorted() == ["shelf"])
  }

  // MARK: Objects

  @Test("A new object has the values of its texts")
  func insertion() throws {
    let step = try editor().insert(
      "Volume",
      [
        FieldInput(name: "title", to: "Psalms"), FieldInput(name: "pages", to: "150"),
        FieldInput(name: "isRead", to: "true"), FieldInput(name: "form", to: "verse"),
        FieldInput(name: "chapters", to: "[]"),
        FieldInput(name: "shelf", to: "\(key(library.shelf))"),
      ])
    #expect(step.insertions == 1)
    let found = try context.fetch(
      FetchDescriptor<Volume>(predicate: #Predicate { $0.pages == 150 }))
    let psalms = try #require(found.first)
    #expect(key(psalms) == step.key)
    #expect(psalms.title == "Psalms")
    #expect(library.shelf.volumes.last === psalms)
    _ = try editor().revert(step)
    try merge()
    #expect(psalms.modelContext == nil)
    #expect(library.shelf.volumes.count == 2)
  }

  @Test("A new object without a required value is refused")
  func incomplete() throws {
    let error = #expect(throws: EditError.self) {
      try editor().insert("Volume", [FieldInput(name: "pages", to: "1")])
    }
    #expect(error?.fields["title"] == "a value is required")
    #expect(error?.fields["note"] == nil)
  }

  @Test("A unique value that another object has is refused")
  func unique() throws {
    let other = Shelf("songs")
    context.insert(other)
    try context.save()
    let error = #expect(throws: EditError.self) {
      try editor().update(
        "Shelf", key: key(other), [FieldInput(name: "name", from: "songs", to: "poems")])
    }
    #expect(error?.reason?.contains("the same name, which must be unique") == true)
    #expect(throws: EditError.self) {
      try editor().insert("Shelf", [FieldInput(name: "name", to: "poems")])
    }
  }

  @Test("A deletion follows the delete rules, and its reversal restores everything")
  func deletion() throws {
    let before = try StoreContents.lines(library.url)
    let step = try editor().delete("Shelf", key: key(library.shelf))
    #expect(step.deletions == 3)
    #expect(try context.fetchCount(FetchDescriptor<Volume>()) == 0)
    #expect(library.jackets[0].volume == nil)
    #expect(library.topic.volumes.isEmpty)
    let redo = try editor().revert(step)
    #expect(redo.insertions == 3)
    #expect(try StoreContents.lines(library.url) == before)
    let volumes = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    #expect(volumes.map(\.title) == ["Hymns", "Odes"])
    #expect(volumes.map { $0.jacket?.colour } == ["blue", "red"])
    #expect(volumes.map { $0.topics.count } == [1, 1])
    _ = try editor().revert(redo)
    #expect(try context.fetchCount(FetchDescriptor<Shelf>()) == 0)
  }

  @Test("A deletion that would empty a required reference is refused")
  func requiredReference() throws {
    context.insert(Reading(odes, pages: 3))
    try context.save()
    let error = #expect(throws: EditError.self) {
      try editor().delete("Volume", key: key(odes))
    }
    #expect(error?.reason?.contains("volume is required") == true)
  }

  // MARK: Reverting

  @Test("A value that was changed after the edit is not overwritten by its reversal")
  func changedMeanwhile() throws {
    let step = try set("title", of: odes, to: "Songs")
    try merge()
    odes.title = "Carmina"
    try context.save()
    let error = #expect(throws: EditError.self) { try editor().revert(step) }
    #expect(error?.reason?.contains("its title is “Carmina”") == true)
    try merge()
    #expect(odes.title == "Carmina")
  }

  @Test("Other values may be changed after the edit")
  func otherChange() throws {
    let step = try set("title", of: odes, to: "Songs")
    try merge()
    odes.pages = 91
    try context.save()
    _ = try editor().revert(step)
    try merge()
    #expect(odes.title == "Odes")
    #expect(odes.pages == 91)
  }

  @Test("An object that was deleted after the edit is not brought back by its reversal")
  func deletedMeanwhile() throws {
    let step = try set("title", of: odes, to: "Songs")
    try merge()
    context.delete(odes)
    try context.save()
    let error = #expect(throws: EditError.self) { try editor().revert(step) }
    #expect(error?.reason?.contains("was deleted meanwhile") == true)
  }

  @Test("An edit of a store that was migrated since is not reverted")
  func migratedMeanwhile() throws {
    let url = directory.file("levels.store")
    let configuration = ModelConfiguration(url: url)
    do {
      let context = ModelContext(
        try ModelContainer(for: Schema([Level1.self]), configurations: [configuration]))
      context.insert(Level1())
      try context.save()
    }
    let level = try #require(try InspectedStore(url).rows(of: "Level1").first)
    let step = try StoreEditor(InspectedStore(url)).update(
      "Level1", key: level.key, [FieldInput(name: "value1", from: "1", to: "2")])
    _ = try ModelContainer(
      for: Schema([LaterLevels.Level1.self]), configurations: [configuration])
    let error = #expect(throws: EditError.self) {
      try StoreEditor(InspectedStore(url)).revert(step)
    }
    #expect(error?.reason?.contains("was migrated or replaced") == true)
    #expect(try InspectedStore(url).row(of: "Level1", key: level.key)?["value1"] == .integer(2))
  }

  @Test("A reversal leaves out references and links to objects that were deleted meanwhile")
  func missingMeanwhile() throws {
    let step = try editor().delete("Volume", key: key(odes))
    try merge()
    context.delete(library.topic)
    context.delete(library.jackets[0])
    try context.save()
    _ = try editor().revert(step)
    let found = try context.fetch(
      FetchDescriptor<Volume>(predicate: #Predicate { $0.title == "Odes" }))
    #expect(found.first?.topics == [])
    #expect(found.first?.jacket == nil)
    #expect(found.first?.shelf === library.shelf)
    try RawDatabase(library.url).expectSoundness()
  }

  @Test("Objects and entities that do not exist have errors that name them")
  func unknown() throws {
    #expect(throws: InspectionError.self) { try editor().delete("Shelves", key: 1) }
    #expect(throws: InspectionError.self) {
      try editor().update("Shelf", key: key(library.shelf), [FieldInput(name: "size", to: "1")])
    }
    let error = #expect(throws: EditError.self) { try editor().delete("Shelf", key: 1) }
    #expect(error?.description == "Shelf 1 does not exist any more")
    #expect(try InspectedStore(library.url).form(of: "Shelf", key: 1) == nil)
  }
}
