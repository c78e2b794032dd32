import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Delete rules: unsaved objects, and both ends of a relationship")
struct DeletedPartnerTests: ObjectCounting {
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
}
