import Foundation
import SwiftData
import Testing

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

  @Test("Unsaved edits stay where the object stays", arguments: Place.allCases)
  func edits(place: Place) throws {
    try place.with(Tenant.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Tenant("a"), Tenant("b"))
      context.insert(one)
      context.insert(two)
      try context.save()
      one.name = "x"
      two.name = "y"
      // The rows decide.
      try context.delete(model: Tenant.self, where: #Predicate { $0.name == "a" })
      #expect(one.modelContext == nil)
      #expect(two.name == "y")
      #expect(two.hasChanges)
      try context.save()
      #expect(try names(Tenant.self, ModelContext(container), \.name) == ["y"])
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

  @Test("A long chain is deleted")
  func chain() throws {
    try Place.memory.with(Bead.self) { container in
      let context = ModelContext(container)
      let beads = (0..<300).map { Bead($0) }
      for (bead, next) in zip(beads, beads.dropFirst()) { bead.next = next }
      context.insert(beads[0])
      try context.save()
      try context.delete(model: Bead.self, where: #Predicate { $0.number == 100 })
      #expect(try context.fetchCount(FetchDescriptor<Bead>()) == 100)
      #expect(beads[99].next == nil)
    }
  }
}
