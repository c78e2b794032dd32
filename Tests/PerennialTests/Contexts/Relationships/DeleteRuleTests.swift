import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Delete rules")
struct DeleteRuleTests {
  private func count<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> Int {
    try context.fetchCount(FetchDescriptor<T>())
  }

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

  // MARK: Cascade

  @Test("Cascade takes along what the relationship leads to", arguments: Place.allCases)
  func cascade(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      let kept = Volume("Kept", shelf: Shelf("B"))
      context.insert(kept)
      for title in ["One", "Two", "Three"] { shelf.volumes.append(Volume(title)) }
      context.insert(shelf)
      try context.save()

      let other = ModelContext(container)
      let there = try #require(
        try other.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == "A" })).first
      )
      other.delete(there)
      #expect(try count(Volume.self, other) == 1)
      try other.save()
      #expect(try count(Volume.self, context) == 1)
      #expect(try count(Shelf.self, context) == 1)
      #expect(shelf.modelContext == nil)
      #expect(kept.modelContext === context)
    }
  }

  @Test("Cascade works without an inverse, to one and to many", arguments: Place.allCases)
  func cascadeOneWay(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let volume = Volume("One")
      volume.cover = Cover("red")
      volume.notes = [Note("a"), Note("b")]
      context.insert(volume)
      context.insert(Cover("blue"))
      context.insert(Note("c"))
      try context.save()

      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
      other.delete(found)
      try other.save()
      let fresh = ModelContext(container)
      #expect(try fresh.fetch(FetchDescriptor<Cover>()).map(\.colour) == ["blue"])
      #expect(try fresh.fetch(FetchDescriptor<Note>()).map(\.text) == ["c"])
    }
  }

  @Test("A cascade through several levels goes on to the end", arguments: Place.allCases)
  func cascadeLevels(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      for number in 1...3 {
        let volume = Volume("\(number)", shelf: shelf)
        volume.notes = [Note("n\(number)")]
        volume.cover = Cover("c\(number)")
      }
      context.insert(shelf)
      try context.save()
      context.delete(shelf)
      #expect(context.deletedModelsArray.count == 10)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try count(Volume.self, fresh) == 0)
      #expect(try count(Note.self, fresh) == 0)
      #expect(try count(Cover.self, fresh) == 0)
    }
  }

  @Test("A cascade through a circle ends", arguments: Place.allCases)
  func circle(place: Place) throws {
    try place.with(Bead.self) { container in
      let context = ModelContext(container)
      let beads = (0..<5).map { Bead($0) }
      for (bead, next) in zip(beads, beads.dropFirst() + beads.prefix(1)) { bead.next = next }
      context.insert(beads[0])
      try context.save()
      #expect(try count(Bead.self, context) == 5)
      context.delete(beads[2])
      #expect(try count(Bead.self, context) == 0)
      try context.save()
      #expect(try count(Bead.self, ModelContext(container)) == 0)
    }
  }

  @Test("An object that leads to itself is deleted once", arguments: Place.allCases)
  func selfCircle(place: Place) throws {
    try place.with(Bead.self) { container in
      let context = ModelContext(container)
      let bead = Bead(0)
      bead.next = bead
      context.insert(bead)
      try context.save()
      #expect(bead.previous === bead)
      context.delete(bead)
      #expect(context.deletedModelsArray.count == 1)
      try context.save()
      #expect(try count(Bead.self, ModelContext(container)) == 0)
    }
  }

  @Test("A chain of 10,000 is inserted, saved and deleted without end of stack")
  func longChain() throws {
    try Place.memory.with(Bead.self) { container in
      let context = ModelContext(container)
      let first = Bead(0)
      var last = first
      for number in 1..<10_000 {
        let bead = Bead(number)
        last.next = bead
        last = bead
      }
      context.insert(first)
      try context.save()
      #expect(try count(Bead.self, context) == 10_000)
      context.delete(first)
      try context.save()
      #expect(try count(Bead.self, ModelContext(container)) == 0)
    }
  }

  @Test("A tree of 10,000 levels is deleted from a context that has loaded nothing of it")
  func deepTree() throws {
    try Place.memory.with(Folder.self) { container in
      let context = ModelContext(container)
      var parent = Folder("0")
      context.insert(parent)
      for number in 1..<10_000 { parent = Folder("\(number)", parent: parent) }
      try context.save()
      let other = ModelContext(container)
      let root = try #require(
        try other.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "0" })).first
      )
      other.delete(root)
      try other.save()
      #expect(try count(Folder.self, ModelContext(container)) == 0)
    }
  }

  @Test("A long chain of objects is let go of without end of stack")
  func longChainDies() throws {
    try Place.memory.with(Bead.self) { container in
      let first = Bead(0)
      var last = first
      for number in 1..<10_000 {
        let bead = Bead(number)
        last.next = bead
        last = bead
      }
      #expect(last.previous?.number == 9_998)
      // Detached objects hold each other in circles; a context lets them go.
      let context = ModelContext(container)
      context.insert(first)
      context.rollback()
      #expect(first.next?.number == 1)
    }
  }

  @Test("A cascade is undone by a rollback", arguments: Place.allCases)
  func cascadeRollback(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      let volumes = ["One", "Two"].map { Volume($0, shelf: shelf) }
      context.insert(shelf)
      try context.save()
      context.delete(shelf)
      #expect(volumes.allSatisfy { $0.isDeleted })
      context.rollback()
      #expect(!context.hasChanges)
      #expect(volumes.allSatisfy { !$0.isDeleted && $0.shelf === shelf })
      #expect(shelf.volumes.map(\.title) == ["One", "Two"])
      #expect(try count(Volume.self, context) == 2)
    }
  }

  @Test("A child that moved away before the deletion is not taken along")
  func movedAway() throws {
    try Place.memory.with(Shelf.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Shelf("1"), Shelf("2"))
      let volume = Volume("V", shelf: one)
      context.insert(one)
      context.insert(two)
      try context.save()
      volume.shelf = two
      context.delete(one)
      try context.save()
      #expect(two.volumes.map(\.title) == ["V"])
      #expect(try count(Volume.self, ModelContext(container)) == 1)
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

  // MARK: Unsaved objects, both ends

  @Test("A deleted object that was never saved is forgotten")
  func unsaved() throws {
    try Place.memory.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      let volume = Volume("V", shelf: shelf)
      context.insert(shelf)
      context.delete(shelf)
      #expect(!context.hasChanges)
      #expect(context.insertedModelsArray.isEmpty)
      #expect(context.deletedModelsArray.isEmpty)
      #expect(shelf.modelContext == nil)
      #expect(volume.modelContext == nil)
      #expect(shelf.name == "A")
      try context.save()
      #expect(try count(Shelf.self, context) == 0)
    }
  }

  @Test("Saved objects let go of an unsaved one, whatever the rule", arguments: Place.allCases)
  func unsavedWithSavedPartners(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let (tenant, pet) = (Tenant("Tim"), Pet("Rex"))
      context.insert(tenant)
      context.insert(pet)
      try context.save()
      let landlord = Landlord("Lord")
      tenant.landlord = landlord
      pet.landlord = landlord
      context.delete(landlord)
      #expect(tenant.landlord == nil)
      #expect(pet.landlord == nil)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try fresh.fetch(FetchDescriptor<Tenant>()).first?.landlord == nil)
      #expect(try count(Landlord.self, fresh) == 0)
    }
  }

  @Test("An unsaved member of a many-to-many relationship leaves no link behind")
  func unsavedLink() throws {
    try Place.memory.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "B")
      let genre = Genre(name: "G", books: [book])
      context.insert(genre)
      context.delete(genre)
      #expect(book.genres.isEmpty)
      try context.save()
      let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
      #expect(found.genres.isEmpty)
    }
  }

  @Test("Both ends are deleted in one save", arguments: Place.allCases)
  func bothEnds(place: Place) throws {
    try place.with(Landlord.self, Citizen.self, Book.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("Lord")
      let tenant = Tenant("Tim", landlord: landlord)
      let citizen = Citizen("Ada")
      let passport = Passport(1, holder: citizen)
      let book = Book(title: "B")
      let genre = Genre(name: "G", books: [book])
      context.insert(landlord)
      context.insert(citizen)
      context.insert(genre)
      try context.save()
      context.delete(landlord)
      context.delete(tenant)
      context.delete(passport)
      context.delete(citizen)
      context.delete(book)
      context.delete(genre)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try count(Landlord.self, fresh) == 0)
      #expect(try count(Tenant.self, fresh) == 0)
      #expect(try count(Citizen.self, fresh) == 0)
      #expect(try count(Passport.self, fresh) == 0)
      #expect(try count(Book.self, fresh) == 0)
      #expect(try count(Genre.self, fresh) == 0)
    }
  }

  @Test("Deleting what is deleted already, or was never inserted, is harmless")
  func twice() throws {
    try Place.memory.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      context.delete(shelf)
      #expect(!context.hasChanges)
      context.insert(shelf)
      try context.save()
      context.delete(shelf)
      context.delete(shelf)
      #expect(context.deletedModelsArray.count == 1)
      try context.save()
      context.delete(shelf)
      #expect(!context.hasChanges)
      try context.save()
    }
  }

  @Test("Either end of a one-to-one relationship clears the other", arguments: Place.allCases)
  func oneToOne(place: Place) throws {
    try place.with(Citizen.self) { container in
      let context = ModelContext(container)
      let citizen = Citizen("Ada")
      let passport = Passport(1, holder: citizen)
      context.insert(citizen)
      try context.save()
      context.delete(passport)
      #expect(citizen.passport == nil)
      try context.save()
      let other = ModelContext(container)
      #expect(try other.fetch(FetchDescriptor<Citizen>()).first?.passport == nil)

      let second = Passport(2, holder: citizen)
      try context.save()
      #expect(citizen.passport === second)
      context.delete(citizen)
      #expect(second.holder == nil)
      try context.save()
      #expect(try other.fetch(FetchDescriptor<Passport>()).first?.holder == nil)
      #expect(try other.fetch(FetchDescriptor<Passport>()).first?.number == 2)
    }
  }

  @Test(
    "A one-to-one cascade takes the partner along, and not the other way",
    arguments: Place.allCases
  )
  func oneToOneCascade(place: Place) throws {
    try place.with(Citizen.self) { container in
      let context = ModelContext(container)
      let citizen = Citizen("Ada")
      citizen.diary = Diary("1815")
      context.insert(citizen)
      try context.save()
      context.delete(try #require(citizen.diary))
      try context.save()
      #expect(try count(Citizen.self, context) == 1)
      citizen.diary = Diary("1816")
      try context.save()
      context.delete(citizen)
      try context.save()
      #expect(try count(Diary.self, ModelContext(container)) == 0)
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
