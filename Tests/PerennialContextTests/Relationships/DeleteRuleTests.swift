import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Delete rules")
struct DeleteRuleTests: ObjectCounting {
  // MARK: Nullify

  @Test("Nullify empties the references of what stays", arguments: Place.allCases)
  func nullify(place: Place) throws {
    try place.with(Genre.self, Book.self) { container in
      let context = ModelContext(container)
      let author = Author(name: "Ursula")
      let book = Book(title: "The Dispossessed", author: author)
      let genre = Genre(name: "Utopia", books: [book])
      context.insert(genre)
      try context.save()

      context.delete(genre)
      #expect(book.genres.isEmpty)
      try context.save()
      #expect(book.genres.isEmpty)
      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<Book>()).first)
      #expect(found.genres.isEmpty)
      #expect(try count(Genre.self, other) == 0)
    }
  }

  @Test("Nullify is seen at once, in both directions", arguments: Place.allCases)
  func nullifyAtOnce(place: Place) throws {
    try place.with(Landlord.self, Citizen.self) { container in
      let context = ModelContext(container)
      let citizen = Citizen("Ada")
      let passport = Passport(1, holder: citizen)
      context.insert(passport)
      try context.save()
      context.delete(citizen)
      #expect(passport.holder == nil)
      #expect(passport.hasChanges)
      context.rollback()
      #expect(passport.holder === citizen)
      #expect(citizen.passport === passport)
    }
  }

  @Test("A one-way reference to a deleted object is emptied", arguments: Place.allCases)
  func oneWay(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let volume = Volume("One")
      let editor = Editor("Eva")
      volume.editor = editor
      context.insert(volume)
      try context.save()

      context.delete(editor)
      #expect(volume.editor == nil)
      try context.save()
      #expect(volume.editor == nil)
      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
      #expect(found.editor == nil)
      let without = FetchDescriptor<Volume>(predicate: #Predicate { $0.editor == nil })
      #expect(try other.fetchCount(without) == 1)
    }
  }

  @Test("A one-way collection loses a deleted object", arguments: Place.allCases)
  func oneWayCollection(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let editor = Editor("Eva")
      let (red, blue) = (Cover("red"), Cover("blue"))
      editor.favourites = [red, blue]
      context.insert(editor)
      try context.save()
      context.delete(red)
      #expect(editor.favourites.map(\.colour) == ["blue"])
      try context.save()
      #expect(editor.favourites.map(\.colour) == ["blue"])
      let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Editor>()).first)
      #expect(found.favourites.map(\.colour) == ["blue"])
    }
  }

  @Test(
    "A one-way reference that is not saved yet references a missing thing when its target is deleted"
  )
  func oneWayPending() throws {
    try Place.memory.with(Shelf.self) { container in
      let context = ModelContext(container)
      let editor = Editor("Eva")
      let volume = Volume("One")
      context.insert(editor)
      context.insert(volume)
      try context.save()
      volume.editor = editor
      context.delete(editor)
      #expect(volume.editor == nil)
      try context.save()
      #expect(volume.editor == nil)
      #expect(try count(Editor.self, ModelContext(container)) == 0)
    }
  }

  // MARK: Deny

  @Test("Deny refuses the save, names the objects and changes nothing", arguments: Place.allCases)
  func deny(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("Lord")
      let tenant = Tenant("Tim", landlord: landlord)
      context.insert(tenant)
      try context.save()

      context.delete(landlord)
      let error = try refusal { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(error.identifiers.contains(landlord.persistentModelID))
      #expect(error.identifiers.contains(tenant.persistentModelID))
      #expect(error.explanation.contains("Landlord"))
      #expect(error.explanation.contains("tenants"))
      let fresh = ModelContext(container)
      #expect(try count(Landlord.self, fresh) == 1)
      #expect(try fresh.fetch(FetchDescriptor<Tenant>()).first?.landlord?.name == "Lord")
      #expect(context.hasChanges)

      context.rollback()
      #expect(!context.hasChanges)
      #expect(!landlord.isDeleted)
      #expect(tenant.landlord === landlord)
      #expect(landlord.tenants.map(\.name) == ["Tim"])
      try context.save()
    }
  }

  @Test("A denied save writes none of the other changes", arguments: Place.allCases)
  func denyAll(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("Lord")
      context.insert(Tenant("Tim", landlord: landlord))
      try context.save()
      context.delete(landlord)
      context.insert(Tenant("Tom"))
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(try count(Tenant.self, ModelContext(container)) == 1)
      #expect(context.insertedModelsArray.count == 1)
    }
  }

  @Test("Deny allows the deletion once nobody is left", arguments: Place.allCases)
  func denyResolved(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("Lord")
      let (tim, tom) = (Tenant("Tim", landlord: landlord), Tenant("Tom", landlord: landlord))
      context.insert(landlord)
      try context.save()
      context.delete(landlord)
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      tim.landlord = nil
      context.delete(tom)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try count(Landlord.self, fresh) == 0)
      #expect(try fresh.fetch(FetchDescriptor<Tenant>()).map(\.name) == ["Tim"])
    }
  }

  @Test("Deny counts what another context has added meanwhile", arguments: Place.allCases)
  func denyAcrossContexts(place: Place) throws {
    try place.with(Landlord.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let landlord = Landlord("Lord")
      one.insert(landlord)
      try one.save()
      one.delete(landlord)
      let there = try #require(try two.fetch(FetchDescriptor<Landlord>()).first)
      two.insert(Tenant("Tim", landlord: there))
      try two.save()
      #expect(throws: SwiftDataError.modelValidationFailure) { try one.save() }
      one.rollback()
      #expect(landlord.tenants.map(\.name) == ["Tim"])
    }
  }

  // MARK: No action

  @Test("No action leaves a reference that reads as nil", arguments: Place.allCases)
  func noAction(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("Lord")
      let pet = Pet("Rex", landlord: landlord)
      context.insert(pet)
      try context.save()
      context.delete(landlord)
      #expect(pet.landlord == nil)
      try context.save()
      #expect(pet.landlord == nil)
      #expect(pet.name == "Rex")
      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<Pet>()).first)
      #expect(found.landlord == nil)
      found.name = "Max"
      try other.save()
      #expect(pet.name == "Max")
    }
  }

  @Test("No action and a change of the reference in the same save", arguments: Place.allCases)
  func noActionPending(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("Lord")
      let pet = Pet("Rex")
      context.insert(landlord)
      context.insert(pet)
      try context.save()
      pet.landlord = landlord
      context.delete(landlord)
      try context.save()
      #expect(pet.landlord == nil)
      #expect(try ModelContext(container).fetch(FetchDescriptor<Pet>()).first?.landlord == nil)
    }
  }

  // MARK: Required and counted relationships

  @Test("A required reference blocks the deletion of its target", arguments: Place.allCases)
  func required(place: Place) throws {
    try place.with(Customer.self) { container in
      let context = ModelContext(container)
      let customer = Customer("Cleo")
      let purchase = Purchase("Pen", customer: customer)
      context.insert(purchase)
      try context.save()
      context.delete(customer)
      let error = try refusal { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(error.explanation.contains("Purchase"))
      #expect(error.explanation.contains("customer"))
      #expect(error.identifiers.contains(purchase.persistentModelID))
      #expect(try count(Customer.self, ModelContext(container)) == 1)
      context.rollback()
      #expect(purchase.customer === customer)
      context.delete(customer)
      context.delete(purchase)
      try context.save()
      #expect(try count(Customer.self, ModelContext(container)) == 0)
    }
  }

  @Test("A required reference may move on and let its target go")
  func requiredMoves() throws {
    try Place.memory.with(Customer.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Customer("1"), Customer("2"))
      let purchase = Purchase("Pen", customer: one)
      context.insert(purchase)
      context.insert(two)
      try context.save()
      context.delete(one)
      purchase.customer = two
      try context.save()
      #expect(two.purchases.map(\.item) == ["Pen"])
      #expect(try count(Customer.self, ModelContext(container)) == 1)
    }
  }

  @Test("Counts are checked by the save", arguments: [0, 1, 3, 4])
  func counts(size: Int) throws {
    try Place.memory.with(Team.self) { container in
      let context = ModelContext(container)
      let team = Team("T", members: (0..<size).map { Member("\($0)") })
      context.insert(team)
      if (1...3).contains(size) {
        try context.save()
      } else {
        let error = try refusal { try context.save() }
        #expect(error == .modelValidationFailure)
        #expect(error.explanation.contains("Team"))
        #expect(error.explanation.contains("members"))
        #expect(error.identifiers.contains(team.persistentModelID))
        #expect(try count(Team.self, ModelContext(container)) == 0)
      }
    }
  }

  @Test("A count is checked when a member goes, by either side", arguments: [true, false])
  func countFalls(fromMember: Bool) throws {
    try Place.memory.with(Team.self) { container in
      let context = ModelContext(container)
      let member = Member("M")
      let team = Team("T", members: [member])
      context.insert(team)
      try context.save()
      if fromMember { member.team = nil } else { team.members = [] }
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      context.rollback()
      #expect(team.members.map(\.name) == ["M"])
      context.delete(member)
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      context.delete(team)
      try context.save()
      #expect(try count(Member.self, ModelContext(container)) == 0)
    }
  }

  // MARK: After the save

  @Test("A deleted object keeps its values and has no context", arguments: Place.allCases)
  func after(place: Place) throws {
    try place.with(Shelf.self) { container in
      let (context, other) = (ModelContext(container), ModelContext(container))
      let shelf = Shelf("A")
      let volume = Volume("V", shelf: shelf)
      context.insert(shelf)
      try context.save()
      let held = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
      context.delete(shelf)
      #expect(shelf.isDeleted)
      #expect(volume.isDeleted)
      try context.save()
      #expect(!shelf.isDeleted)
      #expect(shelf.modelContext == nil)
      #expect(volume.modelContext == nil)
      #expect(volume.title == "V")
      #expect(held.title == "V")
      #expect(held.modelContext == nil)
      #expect(held.shelf == nil)
    }
  }
}
