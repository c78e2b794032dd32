import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Full-text search in several stores")
struct SearchInStoresTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func file(_ name: String, allowsSave: Bool = true) -> ModelConfiguration {
    ModelConfiguration(name, url: directory.file("\(name).store"), allowsSave: allowsSave)
  }

  /// A store to be read only, with some manuals.
  private func shelf(_ name: String, _ titles: String...) throws -> ModelConfiguration {
    let context = ModelContext(
      try ModelContainer(for: Manual.self, configurations: file(name)))
    for title in titles { context.insert(Manual(title)) }
    try context.save()
    return file(name, allowsSave: false)
  }

  private func titles(_ text: String, _ context: ModelContext, limit: Int? = nil) throws -> [String]
  {
    try context.search(text, in: Manual.self, limit: limit).map(\.title)
  }

  private func mirrors() throws -> ModelContext {
    let shelves = [
      try shelf("first", "sage", "sage and thyme", "dill"), try shelf("second", "sage alone"),
    ]
    return ModelContext(
      try ModelContainer(for: Schema([Manual.self]), configurations: [file("own")] + shelves))
  }

  @Test("A model that is in a store that can be written, and in several that cannot")
  func oneModel() throws {
    let context = try mirrors()
    #expect(try Set(titles("sage", context)) == ["sage", "sage and thyme", "sage alone"])
    let own = Manual("my sage")
    context.insert(own)
    try context.save()
    #expect(try titles("sage", context).count == 4)
    #expect(try titles("my", context) == ["my sage"])
    #expect(try titles("dill", context) == ["dill"])
    for limit in 0...5 {
      #expect(try titles("sage", context, limit: limit).count == min(limit, 4))
    }
    let some = try context.search(
      "sage", in: Manual.self, where: #Predicate { $0.title.contains(" ") }, limit: 2)
    #expect(some.count == 2)
    #expect(some.allSatisfy { $0.title.contains(" ") })
    own.title = "nothing"
    try context.save()
    #expect(try titles("my", context).isEmpty)
    let stores = try Set(
      context.search("sage", in: Manual.self).map(\.persistentModelID.storeIdentifier))
    #expect(stores.count == 2)
  }

  @Test("An object that waits for its deletion takes nobody's place, whichever store it is of")
  func pendingDeletion() throws {
    let context = try mirrors()
    let first = try #require(context.search("sage", in: Manual.self, limit: 1).first)
    context.delete(first)
    let left = try titles("sage", context, limit: 2)
    #expect(left.count == 2)
    #expect(!left.contains(first.title))
    context.rollback()
    #expect(try titles("sage", context, limit: 1) == [first.title])
  }

  @Test("Models in stores of their own")
  func disjoint() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema([Manual.self, Publication.self, Periodical.self]),
        configurations: [
          ModelConfiguration(
            "manuals", schema: Schema([Manual.self]), url: directory.file("manuals.store")),
          ModelConfiguration(
            "publications", schema: Schema([Publication.self, Periodical.self]),
            url: directory.file("publications.store")),
        ]))
    context.insert(Manual("sage"))
    context.insert(Publication(title: "more sage"))
    context.insert(Periodical(title: "Herbs", editorial: "sage again"))
    try context.save()
    #expect(try titles("sage", context) == ["sage"])
    #expect(try context.search("sage", in: Publication.self).count == 2)
    #expect(try context.search("sage", in: Periodical.self).map(\.title) == ["Herbs"])
  }

  @Test("A custom store beside one that is only read")
  func custom() throws {
    let shelf = try shelf("shelf", "sage")
    let own = JSONStoreConfiguration("own", url: directory.file("own.json"))
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Schema([Manual.self]), configurations: [shelf, own] as [any DataStoreConfiguration]))
    }
    do {
      let context = try open()
      context.insert(Manual("my sage"))
      try context.save()
      #expect(try Set(titles("sage", context)) == ["sage", "my sage"])
    }
    // The contents of a custom store are not known before the first search.
    #expect(try Set(titles("sage", open())) == ["sage", "my sage"])
  }

  @Test("A store that is only read must have the index")
  func withoutIndex() throws {
    do {
      let context = ModelContext(
        try ModelContainer(for: NotesSilent.Jotting.self, configurations: file("old")))
      context.insert(NotesSilent.Jotting("sage"))
      try context.save()
    }
    let error = try refusal {
      _ = try ModelContainer(
        for: Schema([NotesSearched.Jotting.self]), configurations: file("old", allowsSave: false))
    }
    #expect(error == .loadIssueModelContainer)
  }

  @Test("A row to which another program gives another key is found under it")
  func movedKeys() throws {
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Manual.self, configurations: file("moved")))
    }
    let before: PersistentIdentifier
    do {
      let context = try open()
      for title in ["sage", "thyme"] { context.insert(Manual(title)) }
      try context.save()
      before = try #require(context.search("sage", in: Manual.self).first).persistentModelID
    }
    try RawDatabase(directory.file("moved.store")).run("UPDATE Manual SET _pk = _pk + 1000000")
    let context = try open()
    let found = try #require(context.search("sage", in: Manual.self).first)
    #expect(found.title == "sage")
    #expect(found.persistentModelID != before)
    #expect(try titles("thyme", context) == ["thyme"])
    #expect(throws: Never.self) {
      try RawDatabase(directory.file("moved.store")).run(
        """
        INSERT INTO "_perennial_search.Manual.text" ("_perennial_search.Manual.text", rank) \
        VALUES ('integrity-check', 1)
        """)
    }
  }
}
