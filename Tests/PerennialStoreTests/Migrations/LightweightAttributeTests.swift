import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Lightweight migration: attributes and entities")
struct LightweightAttributeTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  /// Three parcels, the second without a note.
  private func fill() throws {
    try bench.fill(
      PostBase.Parcel("a", weight: 1, note: "first", size: 0.5),
      PostBase.Parcel("b", weight: 2, note: nil, size: 1.5),
      PostBase.Parcel("c", weight: 3, note: "", size: .nan)
    )
  }

  @Test("A store with the same schema is opened as it is")
  func same() throws {
    try fill()
    let before = try bench.dump()
    do {
      let container = try bench.container(PostBase.Parcel.self)
      #expect(container.migrationReports.allSatisfy { !$0.isNeeded })
    }
    #expect(try bench.dump() == before)
  }

  @Test("New attributes get their defaults, and new entities a table")
  func added() throws {
    try fill()
    do {
      let container = try bench.container(PostAdded.Parcel.self, PostAdded.Stamp.self)
      let changes = try #require(container.migrationReports.first?.steps.first?.changes)
      #expect(changes.contains(.addedEntity("Stamp")))
      #expect(changes.contains(.addedProperty(entity: "Parcel", "price")))
      #expect(changes.count == 20)
      let context = ModelContext(container)
      let parcels = try context.fetch(
        FetchDescriptor<PostAdded.Parcel>(sortBy: [SortDescriptor(\.weight)])
      )
      #expect(parcels.map(\.code) == ["a", "b", "c"])
      #expect(parcels.map(\.note) == ["first", nil, ""])
      let fresh = PostAdded.Parcel("fresh")
      for parcel in parcels {
        #expect(parcel.isOpen == fresh.isOpen)
        #expect(parcel.count == fresh.count)
        #expect(parcel.small == fresh.small)
        #expect(parcel.huge == fresh.huge)
        #expect(parcel.ratio == fresh.ratio)
        #expect(parcel.single == fresh.single)
        #expect(parcel.endless == fresh.endless)
        #expect(parcel.text == fresh.text)
        #expect(parcel.zero == fresh.zero)
        #expect(parcel.date == fresh.date)
        #expect(parcel.data == fresh.data)
        #expect(parcel.uuid == fresh.uuid)
        #expect(parcel.url == fresh.url)
        #expect(parcel.price == fresh.price)
        #expect(parcel.mood == fresh.mood)
        #expect(parcel.place == fresh.place)
        #expect(parcel.places == fresh.places)
        #expect(parcel.remark == nil)
        #expect(parcel.nickname == fresh.nickname)
        #expect(parcel.isSelected)
      }
      context.insert(fresh)
      context.insert(PostAdded.Stamp("rose"))
      try context.save()
    }
    // Rows that were migrated are, byte for byte, as those that are written.
    let columns = try bench.rows("SELECT name FROM pragma_table_info('Parcel')").joined()
    for column in columns where !["_pk", "code", "weight", "note", "size"].contains(column) {
      let values = try bench.rows("SELECT DISTINCT quote(\"\(column)\") FROM Parcel")
      #expect(values.count == 1, "\(column): \(values)")
    }
    try bench.expectStructure(of: PostAdded.Parcel.self, PostAdded.Stamp.self)
  }

  @Test("A default that differs each time is evaluated for each object")
  func identified() throws {
    try fill()
    let before = Date.now
    do {
      let context = try bench.open(PostIdentified.Parcel.self)
      let parcels = try context.fetch(FetchDescriptor<PostIdentified.Parcel>())
      #expect(Set(parcels.map(\.identity)).count == 3)
      #expect(parcels.allSatisfy { $0.made >= before && $0.made <= .now })
    }
    try bench.expectStructure(of: PostIdentified.Parcel.self)
  }

  @Test("A new required attribute without a default is refused, if there are objects")
  func required() throws {
    try fill()
    let error = try bench.expectRefusal(
      of: PostOwned.Parcel.self,
      saying: "Parcel.owner",
      "Parcel.factor",
      "default",
      "3 objects"
    )
    #expect(error?.identifiers.count == 6)
    #expect(error?.identifiers.first?.entityName == "Parcel")
  }

  @Test("A new required attribute without a default is no matter where there are no objects")
  func requiredOfNothing() throws {
    do { _ = try bench.container(PostBase.Parcel.self) }
    do {
      let context = try bench.open(PostOwned.Parcel.self)
      context.insert(PostOwned.Parcel("a", owner: "me"))
      try context.save()
    }
    try bench.expectStructure(of: PostOwned.Parcel.self)
  }

  @Test("An attribute goes")
  func removedOne() throws {
    try fill()
    do {
      let context = try bench.open(PostWithoutNote.Parcel.self)
      #expect(
        try context.fetch(FetchDescriptor<PostWithoutNote.Parcel>()).map(\.code) == ["a", "b", "c"]
      )
    }
    try bench.expectStructure(of: PostWithoutNote.Parcel.self)
  }

  @Test("Several attributes go")
  func removedSeveral() throws {
    try fill()
    let keys = try bench.rows("SELECT _pk, code FROM Parcel")
    do { _ = try bench.container(PostCodesOnly.Parcel.self) }
    #expect(try bench.rows("SELECT _pk, code FROM Parcel") == keys)
    try bench.expectStructure(of: PostCodesOnly.Parcel.self)
  }

  @Test("An attribute is renamed by its original name, and keeps its values and index")
  func renamed() throws {
    try fill()
    let before = try bench.rows("SELECT _pk, code, weight, note, size FROM Parcel")
    do {
      let container = try bench.container(PostRenamed.Parcel.self)
      let changes = try #require(container.migrationReports.first?.steps.first?.changes)
      #expect(changes.contains(.renamedProperty(entity: "Parcel", from: "code", to: "title")))
      #expect(changes.contains(.addedIndex(entity: "Parcel", ["mass"])))
      #expect(changes.contains(.addedUniquenessConstraint(entity: "Parcel", ["title"])))
      #expect(changes.count == 4)
    }
    #expect(try bench.rows("SELECT _pk, title, mass, note, size FROM Parcel") == before)
    try bench.expectStructure(of: PostRenamed.Parcel.self)
  }

  @Test("A second rename follows the first, and a name that became free is a new attribute's")
  func renamedTwice() throws {
    try fill()
    let before = try bench.rows("SELECT _pk, code, weight FROM Parcel")
    do { _ = try bench.container(PostRenamed.Parcel.self) }
    do { _ = try bench.container(PostRenamedTwice.Parcel.self) }
    #expect(try bench.rows("SELECT _pk, headline, mass FROM Parcel") == before)
    #expect(try bench.rows("SELECT DISTINCT code FROM Parcel") == [["42"]])
    try bench.expectStructure(of: PostRenamedTwice.Parcel.self)
  }

  @Test("Both renames in one step")
  func renamedAtOnce() throws {
    try fill()
    let before = try bench.rows("SELECT _pk, code, weight FROM Parcel")
    do { _ = try bench.container(PostRenamedTwice.Parcel.self) }
    #expect(try bench.rows("SELECT _pk, headline, mass FROM Parcel") == before)
    try bench.expectStructure(of: PostRenamedTwice.Parcel.self)
  }

  @Test("A rename is taken back by the version that knows only the first name")
  func renamedBack() throws {
    try fill()
    let before = try bench.rows("SELECT _pk, code, weight, note, size FROM Parcel")
    do { _ = try bench.container(PostRenamed.Parcel.self) }
    do { _ = try bench.container(PostBase.Parcel.self) }
    #expect(try bench.rows("SELECT _pk, code, weight, note, size FROM Parcel") == before)
    try bench.expectStructure(of: PostBase.Parcel.self)
  }

  @Test("Two attributes exchange their names")
  func swapped() throws {
    try fill()
    let before = try bench.rows("SELECT _pk, note, code FROM Parcel")
    do { _ = try bench.container(PostSwapped.Parcel.self) }
    #expect(try bench.rows("SELECT _pk, code, note FROM Parcel") == before)
    try bench.expectStructure(of: PostSwapped.Parcel.self)
  }

  @Test("Optional becomes required, its default in the place of nil; required becomes optional")
  func optionality() throws {
    try fill()
    do {
      let context = try bench.open(PostRequired.Parcel.self)
      let parcels = try context.fetch(
        FetchDescriptor<PostRequired.Parcel>(sortBy: [SortDescriptor(\.weight)])
      )
      #expect(parcels.map(\.note) == ["first", "nothing", ""])
      #expect(parcels.map(\.code) == ["a", "b", "c"])
      #expect(parcels.map(\.weight) == [1, 2, 3])
      #expect(parcels.map(\.size) == [0.5, 1.5, nil])
    }
    try bench.expectStructure(of: PostRequired.Parcel.self)
  }

  @Test("A default that differs each time takes the place of nil only")
  func numbered() throws {
    try fill()
    do {
      let context = try bench.open(PostNumbered.Parcel.self)
      let notes = try context.fetch(
        FetchDescriptor<PostNumbered.Parcel>(sortBy: [SortDescriptor(\.weight)])
      ).map(\.note)
      #expect(notes[0] == "first")
      #expect(UUID(uuidString: notes[1]) != nil)
      #expect(notes[2] == "")
    }
    try bench.expectStructure(of: PostNumbered.Parcel.self)
  }

  @Test("Optional becomes required without a default: refused where there is a nil")
  func strict() throws {
    try fill()
    let error = try bench.expectRefusal(
      of: PostStrict.Parcel.self,
      saying: "Parcel.note",
      "nil",
      "1 object:"
    )
    let key = try bench.rows("SELECT _pk FROM Parcel WHERE note IS NULL").joined().first
    #expect(error?.explanation.contains(try #require(key)) == true)
    do { try RawDatabase(bench.url).run("UPDATE Parcel SET note = 'there' WHERE note IS NULL") }
    do { _ = try bench.container(PostStrict.Parcel.self) }
    try bench.expectStructure(of: PostStrict.Parcel.self)
  }

  @Test("Indices come and go")
  func indices() throws {
    try fill()
    do { _ = try bench.container(PostIndexed.Parcel.self) }
    try bench.expectStructure(of: PostIndexed.Parcel.self)
    do { _ = try bench.container(PostBase.Parcel.self) }
    try bench.expectStructure(of: PostBase.Parcel.self)
  }

  @Test("Uniqueness comes and goes")
  func unique() throws {
    try fill()
    do { _ = try bench.container(PostUnique.Parcel.self) }
    try bench.expectStructure(of: PostUnique.Parcel.self)
    do { _ = try bench.container(PostBase.Parcel.self) }
    try bench.expectStructure(of: PostBase.Parcel.self)
  }

  @Test("Uniqueness is refused with the objects that are in the way")
  func notUnique() throws {
    try bench.fill(
      PostBase.Parcel("twin", weight: 1, note: "x"),
      PostBase.Parcel("twin", weight: 2, note: "x"),
      PostBase.Parcel("single", weight: 2, note: nil),
      PostBase.Parcel("none", weight: 2)
    )
    let error = try bench.expectRefusal(
      of: PostUnique.Parcel.self,
      saying: "Parcel.code",
      "unique",
      "twin",
      "2 objects"
    )
    #expect(error?.identifiers.count == 2)
    let keys = try bench.rows("SELECT _pk FROM Parcel WHERE code = 'twin'").joined()
    for key in keys { #expect(error?.explanation.contains(key) == true) }
  }

  @Test("A hash modifier makes another entity of the same table")
  func modified() throws {
    try fill()
    let before = try bench.rows("SELECT * FROM Parcel")
    do {
      let container = try bench.container(PostModified.Parcel.self)
      #expect(
        container.migrationReports.first?.steps.first?.changes == [.modifiedEntity("Parcel")]
      )
    }
    #expect(try bench.rows("SELECT * FROM Parcel") == before)
    try bench.expectStructure(of: PostModified.Parcel.self)
  }

  @Test("An entity that is not in the schema keeps its objects, and has them when it comes back")
  func retired() throws {
    do {
      let context = try bench.open(PostAdded.Parcel.self, PostAdded.Stamp.self)
      context.insert(PostAdded.Parcel("a"))
      context.insert(PostAdded.Stamp("rose"))
      try context.save()
    }
    do {
      let container = try bench.container(PostBase.Parcel.self)
      let changes = try #require(container.migrationReports.first?.steps.first?.changes)
      #expect(changes.contains(.retiredEntity("Stamp", objects: 1)))
    }
    #expect(try bench.rows("SELECT motif FROM Stamp") == [["rose"]])
    do {
      let context = try bench.open(PostBase.Parcel.self, PostAdded.Stamp.self)
      #expect(try context.fetch(FetchDescriptor<PostAdded.Stamp>()).map(\.motif) == ["rose"])
      #expect(try context.fetch(FetchDescriptor<PostBase.Parcel>()).map(\.code) == ["a"])
    }
    try bench.expectStructure(of: PostBase.Parcel.self, PostAdded.Stamp.self)
  }

  @Test("What is retired goes when a program says so, with its links")
  func eraseRetired() throws {
    do {
      let context = try bench.open(FleetManyToMany.Van.self, PostAdded.Stamp.self)
      let van = FleetManyToMany.Van("A")
      context.insert(van)
      van.crew = [FleetManyToMany.Driver("x")]
      context.insert(PostAdded.Stamp("rose"))
      try context.save()
    }
    do {
      let container = try bench.container(PostAdded.Stamp.self)
      #expect(try container.eraseRetiredEntities().sorted() == ["Driver", "Van"])
      #expect(try container.eraseRetiredEntities().isEmpty)
    }
    try bench.expectStructure(of: PostAdded.Stamp.self)
    #expect(try bench.rows("SELECT motif FROM Stamp") == [["rose"]])
  }

  @Test("A container for some of the models changes nothing")
  func subset() throws {
    do {
      let context = try bench.open(PostBase.Parcel.self, PostAdded.Stamp.self)
      context.insert(PostAdded.Stamp("rose"))
      try context.save()
    }
    let before = try bench.dump()
    do {
      let container = try bench.container(PostBase.Parcel.self)
      #expect(container.migrationReports.allSatisfy { !$0.isNeeded })
    }
    #expect(try bench.dump() == before)
  }

  @Test("A store that is opened read-only is not migrated")
  func readOnly() throws {
    try fill()
    let before = try bench.dump()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try bench.container(PostAdded.Parcel.self, allowsSave: false)
    }
    #expect(error?.explanation.contains("allowsSave") == true)
    #expect(try bench.dump() == before)
  }

  @Test("A program that numbers its schemas does not take back what a newer one has added")
  func newer() throws {
    do { _ = try bench.container(PostAdded.Parcel.self, version: Schema.Version(2, 0, 0)) }
    let error = try bench.expectRefusal(
      of: PostBase.Parcel.self,
      saying: "2.0.0",
      "1.5.0",
      error: .backwardMigration,
      version: Schema.Version(1, 5, 0)
    )
    #expect(error?.explanation.contains(bench.url.path) == true)
  }
}
