import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Batch deletion")
struct BatchDeleteTests {
  private func names<T: PersistentModel>(
    _ type: T.Type,
    _ context: ModelContext,
    _ name: (T) -> String
  ) throws -> [String] {
    try context.fetch(FetchDescriptor<T>()).map(name).sorted()
  }

  @Test("All objects of a model are deleted at once", arguments: Place.allCases)
  func all(place: Place) throws {
    try place.with(Tenant.self) { container in
      let context = ModelContext(container)
      for number in 0..<100 { context.insert(Tenant("\(number)")) }
      try context.save()
      try context.delete(model: Tenant.self)
      #expect(!context.hasChanges)
      #expect(try context.fetchCount(FetchDescriptor<Tenant>()) == 0)
      let other = ModelContext(container)
      #expect(try other.fetchCount(FetchDescriptor<Tenant>()) == 0)
      try context.save()
      context.rollback()
      #expect(try context.fetchCount(FetchDescriptor<Tenant>()) == 0)
    }
  }

  @Test(
    "13.Benchmarks A deletion of all is in history in the order of keys", arguments: Place.allCases)
  func order(place: Place) throws {
    try place.with(Country.self, City.self, Union.self, Leader.self) { container in
      let context = ModelContext(container)
      // The index on the code has them the other way round.
      let countries = (0..<50).map { Country("\(99 - $0)", "name") }
      for country in countries { context.insert(country) }
      try context.save()
      let identifiers = countries.map(\.persistentModelID)
      try context.delete(model: Country.self)
      let deletion = try #require(
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
      #expect(deletion.changes.map(\.changedPersistentIdentifier) == identifiers)
    }
  }

  @Test("A predicate says which, over attributes and relationships", arguments: Place.allCases)
  func predicate(place: Place) throws {
    try place.with(Tenant.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("L")
      context.insert(landlord)
      for number in 0..<6 {
        context.insert(Tenant("\(number)", landlord: number.isMultiple(of: 2) ? landlord : nil))
      }
      try context.save()
      try context.delete(model: Tenant.self, where: #Predicate { $0.name == "3" })
      #expect(try names(Tenant.self, context, \.name) == ["0", "1", "2", "4", "5"])
      try context.delete(model: Tenant.self, where: #Predicate { $0.landlord == nil })
      #expect(try names(Tenant.self, context, \.name) == ["0", "2", "4"])
      #expect(landlord.tenants.map(\.name) == ["0", "2", "4"])
      try context.delete(
        model: Tenant.self,
        where: #Predicate { $0.name > "2" },
        includeSubclasses: true
      )
      #expect(landlord.tenants.map(\.name) == ["0", "2"])
      try context.delete(model: Tenant.self, where: #Predicate { $0.name == "none" })
      #expect(try names(Tenant.self, ModelContext(container), \.name) == ["0", "2"])
    }
  }

  @Test("Objects that somebody holds learn of it, in every context", arguments: Place.allCases)
  func held(place: Place) throws {
    try place.with(Shelf.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let shelf = Shelf("S")
      let volumes = ["a", "b"].map { Volume($0, shelf: shelf) }
      one.insert(shelf)
      try one.save()
      let there = try #require(try two.fetch(FetchDescriptor<Shelf>()).first)
      let volumesThere = there.volumes
      #expect(volumesThere.count == 2)

      try one.delete(model: Volume.self, where: #Predicate { $0.title == "a" })
      #expect(shelf.volumes.map(\.title) == ["b"])
      #expect(volumes[0].modelContext == nil)
      #expect(volumes[0].title == "a")
      #expect(there.volumes.map(\.title) == ["b"])
      #expect(volumesThere[0].modelContext == nil)
      #expect(volumesThere[1].modelContext === two)
    }
  }

  @Test("Whoever holds an object sees at once that it has no context", arguments: Place.allCases)
  func context(place: Place) throws {
    try place.with(Shelf.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      one.insert(Volume("a", shelf: Shelf("a")))
      try one.save()
      let volume = try #require(try two.fetch(FetchDescriptor<Volume>()).first)
      #expect(volume.modelContext === two)
      try one.delete(model: Shelf.self)
      #expect(volume.modelContext == nil)
      #expect(volume.title == "a")
    }
  }

  @Test("Rules hold: cascade and nullify", arguments: Place.allCases)
  func rules(place: Place) throws {
    try place.with(Shelf.self, Book.self, Citizen.self) { container in
      let context = ModelContext(container)
      for name in ["A", "B"] {
        let shelf = Shelf(name)
        for title in ["1", "2"] {
          let volume = Volume(name + title, shelf: shelf)
          volume.cover = Cover(name + title)
          volume.notes = [Note(name + title)]
        }
        context.insert(shelf)
      }
      let book = Book(title: "T")
      context.insert(Genre(name: "G", books: [book]))
      context.insert(Genre(name: "H", books: [book]))
      let citizen = Citizen("Ada")
      let passport = Passport(1, holder: citizen)
      context.insert(passport)
      try context.save()

      try context.delete(model: Shelf.self, where: #Predicate { $0.name == "A" })
      #expect(try names(Volume.self, context, \.title) == ["B1", "B2"])
      #expect(try names(Note.self, context, \.text) == ["B1", "B2"])
      #expect(try names(Cover.self, context, \.colour) == ["B1", "B2"])
      try context.delete(model: Genre.self, where: #Predicate { $0.name == "G" })
      #expect(book.genres.map(\.name) == ["H"])
      try context.delete(model: Citizen.self)
      #expect(passport.holder == nil)
      #expect(!context.hasChanges)
      let fresh = ModelContext(container)
      #expect(try names(Volume.self, fresh, \.title) == ["B1", "B2"])
      #expect(try fresh.fetch(FetchDescriptor<Passport>()).first?.holder == nil)
    }
  }

  @Test("A rule of deny refuses all of it", arguments: Place.allCases)
  func deny(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let tenant = Tenant("T", landlord: Landlord("A"))
      context.insert(tenant)
      context.insert(Landlord("B"))
      try context.save()
      let error = try refusal { try context.delete(model: Landlord.self) }
      #expect(error == .modelValidationFailure)
      #expect(error.identifiers == [tenant.persistentModelID])
      #expect(error.explanation.contains("tenants"))
      #expect(try names(Landlord.self, context, \.name) == ["A", "B"])
      try context.delete(model: Tenant.self)
      try context.delete(model: Landlord.self)
      #expect(try names(Landlord.self, ModelContext(container), \.name) == [])
    }
  }

  @Test("A required reference refuses all of it", arguments: Place.allCases)
  func required(place: Place) throws {
    try place.with(Customer.self) { container in
      let context = ModelContext(container)
      let purchase = Purchase("P", customer: Customer("C"))
      context.insert(purchase)
      try context.save()
      let error = try refusal { try context.delete(model: Customer.self) }
      #expect(error == .modelValidationFailure)
      #expect(error.identifiers == [purchase.persistentModelID])
      #expect(purchase.customer.name == "C")
    }
  }

  @Test("Unsaved objects that match are forgotten, others stay", arguments: Place.allCases)
  func unsaved(place: Place) throws {
    try place.with(Tenant.self) { container in
      let context = ModelContext(container)
      context.insert(Tenant("a"))
      try context.save()
      let (match, other) = (Tenant("b"), Tenant("c"))
      context.insert(match)
      context.insert(other)
      try context.delete(model: Tenant.self, where: #Predicate { $0.name < "c" })
      #expect(try names(Tenant.self, context, \.name) == ["c"])
      #expect(match.modelContext == nil)
      #expect(context.hasChanges)
      try context.save()
      #expect(try names(Tenant.self, ModelContext(container), \.name) == ["c"])
    }
  }

  @Test("Unsaved edits decide", arguments: Place.allCases)
  func edits(place: Place) throws {
    try place.with(Tenant.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Tenant("a"), Tenant("b"))
      context.insert(one)
      context.insert(two)
      try context.save()
      one.name = "x"
      two.name = "y"
      try context.delete(model: Tenant.self, where: #Predicate { $0.name == "b" })
      try context.delete(model: Tenant.self, where: #Predicate { $0.name == "x" })
      #expect(one.modelContext == nil)
      #expect(two.name == "y")
      #expect(two.hasChanges)
      #expect(try names(Tenant.self, ModelContext(container), \.name) == ["b"])
      try context.save()
      #expect(try names(Tenant.self, ModelContext(container), \.name) == ["y"])
    }
  }

  @Test("What goes is what a fetch gives, whatever is not saved yet", arguments: PredicateForms.all)
  func fetched(_ form: PredicateForm) throws {
    let world = try FuzzWorld(seed: 31, items: 30)
    let context = ModelContext(world.container)
    try FuzzWorld.disturb(context, seed: 5)
    let staying = Set(
      try context.fetch(FetchDescriptor<FuzzItem>()).filter { try !form.evaluate($0) }
    )
    try context.delete(model: FuzzItem.self, where: form.predicate)
    #expect(Set(try context.fetch(FetchDescriptor<FuzzItem>())) == staying)
    #expect(try context.fetchCount(FetchDescriptor<FuzzItem>()) == staying.count)
    try context.save()
    let saved = try ModelContext(world.container).fetchIdentifiers(FetchDescriptor<FuzzItem>())
    #expect(Set(saved) == Set(staying.map(\.persistentModelID)))
  }

  @Test(
    "Objects that are about to be deleted go too, and do not come back",
    arguments: [true, false]
  )
  func doomed(hasPredicate: Bool) throws {
    try Place.memory.with(Tenant.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Tenant("a"), Tenant("b"))
      context.insert(one)
      context.insert(two)
      try context.save()
      context.delete(one)
      let predicate = hasPredicate ? #Predicate<Tenant> { $0.name == "a" } : nil
      try context.delete(model: Tenant.self, where: predicate)
      context.rollback()
      let expected = hasPredicate ? ["b"] : []
      #expect(try names(Tenant.self, context, \.name) == expected)
      #expect(try names(Tenant.self, ModelContext(container), \.name) == expected)
    }
  }

  private struct Stop: Error {}

  /// Deletes all tenants in a transaction, which may fail in the end.
  private func deleteAll(_ context: ModelContext, fails: Bool) throws {
    try context.transaction {
      try context.delete(model: Tenant.self)
      #expect(try count(context) == 0)
      #expect(try count(ModelContext(context.container)) == 3)
      if fails { throw Stop() }
    }
  }

  private func count(_ context: ModelContext) throws -> Int {
    try context.fetchCount(FetchDescriptor<Tenant>())
  }

  @Test("Within a transaction it is done with the transaction", arguments: Place.allCases)
  func transaction(place: Place) throws {
    try place.with(Tenant.self) { container in
      let context = ModelContext(container)
      for number in 0..<3 { context.insert(Tenant("\(number)")) }
      try context.save()
      do {
        try deleteAll(context, fails: true)
      } catch is Stop {}
      #expect(try count(context) == 3)
      try deleteAll(context, fails: false)
      #expect(try count(ModelContext(container)) == 0)
    }
  }

  // MARK: Sets

  @Test("It takes as many statements for a thousand objects as for two")
  func statements() throws {
    func statements(_ size: Int, _ predicate: Predicate<Shelf>?) throws -> Int {
      try Place.memory.with(Shelf.self) { container in
        let context = ModelContext(container)
        for number in 0..<size {
          let volume = Volume("\(number)", shelf: Shelf("\(number)"))
          volume.cover = Cover("\(number)")
          volume.notes = [Note("\(number)")]
          context.insert(volume)
        }
        try context.save()
        let other = ModelContext(container)
        let before = other.graph.executions
        try other.delete(model: Shelf.self, where: predicate)
        let count = other.graph.executions - before
        #expect(try other.fetchCount(FetchDescriptor<Volume>()) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Cover>()) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Note>()) == 0)
        return count
      }
    }
    for predicate in [nil, #Predicate<Shelf> { $0.name >= "" }] {
      #expect(try statements(1_000, predicate) == statements(2, predicate))
    }
  }

  @Test("All owners take along their members, and leave those without", arguments: [true, false])
  func members(hasOrphans: Bool) throws {
    try Place.file.with(Shelf.self) { container in
      let context = ModelContext(container)
      for name in ["a", "b"] { context.insert(Volume(name, shelf: Shelf(name))) }
      if hasOrphans { context.insert(Volume("c")) }
      try context.save()
      try context.delete(model: Shelf.self)
      let expected = hasOrphans ? ["c"] : []
      #expect(try names(Volume.self, context, \.title) == expected)
      #expect(try names(Volume.self, ModelContext(container), \.title) == expected)
      try context.delete(model: Shelf.self)
      #expect(try names(Volume.self, ModelContext(container), \.title) == expected)
    }
  }

  @Test("Each store of a container has its own tables")
  func stores() throws {
    let directory = try ScratchDirectory()
    let shelves = Schema([Shelf.self, Volume.self, Cover.self, Note.self, Editor.self])
    let books = Schema([Author.self, Book.self, Genre.self, Loan.self])
    let container = try ModelContainer(
      for: Schema([Shelf.self, Author.self]),
      configurations: [
        ModelConfiguration("s", schema: shelves, url: directory.file("s.store")),
        ModelConfiguration("a", schema: books, url: directory.file("a.store")),
      ]
    )
    let context = ModelContext(container)
    context.insert(Volume("a", shelf: Shelf("a")))
    context.insert(Book(title: "b", author: Author(name: "b")))
    try context.save()
    try context.delete(model: Shelf.self)
    #expect(try names(Volume.self, context, \.title) == [])
    #expect(try names(Book.self, context, \.title) == ["b"])
    try context.delete(model: Author.self, where: #Predicate { $0.name == "b" })
    #expect(try names(Book.self, context, \.title) == [])
  }

  /// A file with two drivers, each with a van, of which the program knows the vans only.
  private func retired<Fleet: FleetVersion>(_ fleet: Fleet.Type) throws -> MigrationBench {
    let bench = try MigrationBench()
    let context = try bench.open(Fleet.Van.self, Fleet.Driver.self)
    for name in ["a", "b"] {
      let (van, driver) = (Fleet.Van(name), Fleet.Driver(name))
      context.insert(van)
      context.insert(driver)
      Fleet.link(van, driver)
    }
    try context.save()
    return bench
  }

  @Test("Tables that the schema does not know lose their references too", arguments: [true, false])
  func retired(hasPredicate: Bool) throws {
    let one = try retired(FleetDriverOne.self)
    let many = try retired(FleetDriverMany.self)
    for bench in [one, many] {
      let context = try bench.open(FleetNone.Van.self)
      let predicate = hasPredicate ? #Predicate<FleetNone.Van> { $0.plate == "a" } : nil
      try context.delete(model: FleetNone.Van.self, where: predicate)
      #expect(try bench.rows("SELECT plate FROM Van") == (hasPredicate ? [["b"]] : []))
      #expect(try bench.rows("SELECT name FROM Driver ORDER BY name") == [["a"], ["b"]])
      #expect(try bench.rows("PRAGMA foreign_key_check") == [])
    }
    let left = hasPredicate ? [["1"]] : [["0"]]
    #expect(try one.rows("SELECT count(tour) FROM Driver") == left)
    #expect(try many.rows("SELECT count(*) FROM \"Driver.tour\"") == left)
  }

  // MARK: Failures

  @Test("A failure in the middle undoes all of it", arguments: [true, false])
  func failure(hasPredicate: Bool) throws {
    let directory = try ScratchDirectory()
    let file = directory.file("a.store")
    let container = try ModelContainer(
      for: Shelf.self,
      configurations: ModelConfiguration(url: file)
    )
    let context = ModelContext(container)
    let volume = Volume("a", shelf: Shelf("a"))
    volume.notes = [Note("a")]
    context.insert(volume)
    try context.save()
    try RawDatabase(file).run(
      """
      CREATE TRIGGER stop BEFORE DELETE ON "Volume" BEGIN SELECT RAISE(ABORT, 'stopped'); END
      """
    )
    let predicate = hasPredicate ? #Predicate<Shelf> { $0.name == "a" } : nil
    let error = try refusal { try context.delete(model: Shelf.self, where: predicate) }
    #expect(error == .storeFailure)
    #expect(error.explanation.contains("stopped"))
    #expect(volume.modelContext === context)
    #expect(volume.shelf?.name == "a")
    #expect(try RawDatabase(file).value("SELECT count(*) FROM \"Volume.notes\"") == "1")
    try RawDatabase(file).run("DROP TRIGGER stop")
    try context.delete(model: Shelf.self, where: predicate)
    #expect(volume.modelContext == nil)
    #expect(try RawDatabase(file).value("SELECT count(*) FROM \"Volume.notes\"") == "0")
  }

  @Test("References are checked again afterwards", arguments: [true, false])
  func references(isRefused: Bool) throws {
    try Place.memory.with(Landlord.self) { container in
      let context = ModelContext(container)
      context.insert(Tenant("T", landlord: Landlord("A")))
      try context.save()
      if isRefused {
        #expect(throws: SwiftDataError.modelValidationFailure) {
          try context.delete(model: Landlord.self)
        }
      } else {
        try context.delete(model: Tenant.self)
      }
      let store = container.coordinator.stores[0]
      #expect(try store.exclusively { try $0.integers("PRAGMA foreign_keys") } == [1])
    }
  }

  @Test("A long chain is deleted")
  func chain() throws {
    try Place.memory.with(Bead.self) { container in
      let context = ModelContext(container)
      let beads = (0..<5_000).map { Bead($0) }
      for (bead, next) in zip(beads, beads.dropFirst()) { bead.next = next }
      context.insert(beads[0])
      try context.save()
      try context.delete(model: Bead.self, where: #Predicate { $0.number == 100 })
      #expect(try context.fetchCount(FetchDescriptor<Bead>()) == 100)
      #expect(beads[99].next == nil)
    }
  }
}
