import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Unique values")
struct UniqueTests {
  private func all<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> [T] {
    try context.fetch(FetchDescriptor<T>())
  }

  // MARK: Upsert

  @Test("A new object with a value that is taken updates the row", arguments: Place.allCases)
  func upsert(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany", population: 1)
      context.insert(old)
      try context.save()
      let identifier = old.persistentModelID

      let new = Country("DE", "Deutschland")
      context.insert(new)
      #expect(context.insertedModelsArray.count == 1)
      #expect(try all(Country.self, context).count == 2)
      #expect(try context.fetchCount(FetchDescriptor<Country>()) == 2)
      try context.save()
      #expect(!context.hasChanges)
      let found = try all(Country.self, context)
      #expect(found.map(\.name) == ["Deutschland"])
      #expect(found.first?.population == nil)
      #expect(found.first?.persistentModelID == identifier)

      let fresh = try all(Country.self, ModelContext(container))
      #expect(fresh.map(\.name) == ["Deutschland"])
      #expect(fresh.map(\.population) == [nil])
      #expect(fresh.first?.persistentModelID == identifier)
    }
  }

  @Test("The new object has the row's identity; the one that is held represents the row")
  func identity() throws {
    try Place.memory.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany")
      context.insert(old)
      try context.save()
      let identifier = old.persistentModelID
      let new = Country("DE", "Deutschland")
      context.insert(new)
      let temporary = new.persistentModelID
      try context.save()
      #expect(new.persistentModelID == identifier)
      #expect(!new.persistentModelID.isTemporary)
      #expect(context.model(for: identifier) as? Country === old)
      // The temporary identifier still leads to the object.
      #expect(context.model(for: temporary) as? Country === old)
      #expect(try all(Country.self, context).first === old)
      #expect(old.name == "Deutschland")
      #expect(old.modelContext === context && new.modelContext === context)
      new.name = "Allemagne"
      try context.save()
      #expect(try all(Country.self, ModelContext(container)).map(\.name) == ["Allemagne"])
    }
  }

  @Test("A row that this context has not loaded is updated", arguments: Place.allCases)
  func unloaded(place: Place) throws {
    try place.with(Country.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let there = Country("DE", "Germany", population: 1)
      one.insert(there)
      try one.save()
      two.insert(Country("DE", "Deutschland", population: 2))
      two.insert(Country("FR", "France"))
      try two.save()
      #expect(there.name == "Deutschland")
      #expect(there.population == 2)
      #expect(Set(try all(Country.self, one).map(\.code)) == ["DE", "FR"])
    }
  }

  @Test("Of several new objects with one value the last one wins", arguments: Place.allCases)
  func collisionsInOneSave(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let all = ["A", "B", "C"].map { Country("DE", $0) }
      for country in all { context.insert(country) }
      context.insert(Country("FR", "France"))
      try context.save()
      let found = try self.all(Country.self, ModelContext(container))
      #expect(Set(found.map(\.name)) == ["C", "France"])
      #expect(try self.all(Country.self, context).count == 2)
      #expect(!context.hasChanges)
      try context.save()
    }
  }

  @Test("A thousand upserts in one save", arguments: Place.allCases)
  func manyUpserts(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      for number in 0..<1_000 { context.insert(Country("\(number)", "old")) }
      try context.save()
      let other = ModelContext(container)
      for number in 500..<1_500 { other.insert(Country("\(number)", "new")) }
      try other.save()
      let old = FetchDescriptor<Country>(predicate: #Predicate { $0.name == "old" })
      #expect(try context.fetchCount(old) == 500)
      #expect(try context.fetchCount(FetchDescriptor<Country>()) == 1_500)
    }
  }

  @Test("Several columns are unique together only", arguments: Place.allCases)
  func compound(place: Place) throws {
    try place.with(Seat.self) { container in
      let context = ModelContext(container)
      context.insert(Seat("A", 1, guest: "Ann"))
      context.insert(Seat("A", 2, guest: "Ben"))
      context.insert(Seat("B", 1, guest: "Cat"))
      try context.save()
      context.insert(Seat("A", 2, guest: "Dan"))
      context.insert(Seat("B", 2, guest: "Eve"))
      try context.save()
      let guests = try all(Seat.self, ModelContext(container)).map(\.guest)
      #expect(guests.sorted() == ["Ann", "Cat", "Dan", "Eve"])
    }
  }

  @Test("A second constraint counts as well", arguments: Place.allCases)
  func secondConstraint(place: Place) throws {
    try place.with(Seat.self) { container in
      let context = ModelContext(container)
      let ticket = UUID()
      context.insert(Seat("A", 1, guest: "Ann", ticket: ticket))
      try context.save()
      context.insert(Seat("C", 9, guest: "Ann", ticket: ticket))
      try context.save()
      let seats = try all(Seat.self, ModelContext(container))
      #expect(seats.map { "\($0.row)\($0.number)" } == ["C9"])
    }
  }

  @Test("An object that collides with two rows is refused, or settles both; never half")
  func collidesWithTwo() throws {
    try Place.memory.with(Seat.self) { container in
      let context = ModelContext(container)
      let ticket = UUID()
      context.insert(Seat("A", 1, guest: "Ann", ticket: ticket))
      context.insert(Seat("A", 2, guest: "Ben"))
      try context.save()
      context.insert(Seat("A", 2, guest: "Cat", ticket: ticket))
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      context.rollback()
      let guests = try all(Seat.self, ModelContext(container)).map(\.guest)
      #expect(guests.sorted() == ["Ann", "Ben"])
    }
  }

  @Test("Nil is not equal to nil", arguments: Place.allCases)
  func nilValues(place: Place) throws {
    try place.with(Tagged.self, Seat.self) { container in
      let context = ModelContext(container)
      for number in 0..<3 { context.insert(Tagged(nil, "\(number)")) }
      for number in 0..<3 { context.insert(Seat("A", number, guest: "\(number)")) }
      try context.save()
      context.insert(Tagged(nil, "3"))
      try context.save()
      #expect(try all(Tagged.self, ModelContext(container)).count == 4)
      #expect(try all(Seat.self, ModelContext(container)).count == 3)
    }
  }

  @Test("Dates are compared exactly, strings by what they mean", arguments: Place.allCases)
  func equality(place: Place) throws {
    try place.with(Tagged.self) { container in
      let context = ModelContext(container)
      let date = Date(timeIntervalSinceReferenceDate: 0.1)
      context.insert(Tagged("caf\u{e9}", date: date, "one"))
      try context.save()
      context.insert(Tagged("cafe\u{301}", "two"))
      try context.save()
      #expect(try all(Tagged.self, ModelContext(container)).map(\.text) == ["two"])
      context.insert(Tagged("x", date: date, "three"))
      context.insert(Tagged("y", date: date.addingTimeInterval(0.000_001), "four"))
      context.insert(Tagged("x", date: date, "five"))
      try context.save()
      let texts = try all(Tagged.self, ModelContext(container)).map(\.text)
      #expect(Set(texts) == ["two", "five", "four"])
    }
  }

  // MARK: Relationships

  @Test("References to the new object lead to the row", arguments: Place.allCases)
  func references(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany")
      let bonn = City("Bonn", country: old)
      context.insert(bonn)
      try context.save()

      let new = Country("DE", "Deutschland")
      let berlin = City("Berlin", country: new)
      context.insert(berlin)
      try context.save()
      #expect(berlin.country === old)
      #expect(bonn.country === old)
      #expect(Set(new.cities.map(\.name)) == ["Bonn", "Berlin"])
      let found = try #require(try all(Country.self, ModelContext(container)).first)
      #expect(found.name == "Deutschland")
      #expect(Set(found.cities.map(\.name)) == ["Bonn", "Berlin"])
    }
  }

  @Test("So do references of objects that were inserted before it", arguments: Place.allCases)
  func earlierReferences(place: Place) throws {
    try place.with(Country.self) { container in
      let seed = ModelContext(container)
      seed.insert(Country("FR", "France"))
      try seed.save()

      let context = ModelContext(container)
      let (paris, lyon) = (City("Paris"), City("Lyon"))
      context.insert(paris)
      context.insert(lyon)
      let france = Country("FR", "République française")
      context.insert(france)
      paris.country = france
      lyon.country = france
      try context.save()

      let countries = try all(Country.self, ModelContext(container))
      #expect(countries.map(\.name) == ["République française"])
      #expect(countries.first?.cities.map(\.name) == ["Paris", "Lyon"])
      #expect(paris.country === france && lyon.country === france)
    }
  }

  @Test(
    "A reference that is nil keeps the row's; another one replaces it",
    arguments: Place.allCases
  )
  func toOne(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany")
      old.leader = Leader("Angela")
      context.insert(old)
      try context.save()
      let new = Country("DE", "Deutschland")
      context.insert(new)
      try context.save()
      #expect(new.leader?.name == "Angela")
      #expect(new.leader?.country === old)

      let third = Country("DE", "Allemagne")
      third.leader = Leader("Olaf")
      context.insert(third)
      try context.save()
      #expect(third.leader?.name == "Olaf")
      let fresh = ModelContext(container)
      #expect(try all(Country.self, fresh).first?.leader?.name == "Olaf")
      let angela = try all(Leader.self, fresh).first { $0.name == "Angela" }
      #expect(angela?.country == nil)
    }
  }

  @Test("Many-to-many relationships are united", arguments: Place.allCases)
  func manyToMany(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      context.insert(Union("EU", countries: [Country("DE", "Germany"), Country("FR", "France")]))
      try context.save()
      let other = ModelContext(container)
      let countries = [Country("DE", "Deutschland"), Country("IT", "Italia")]
      other.insert(Union("EU", countries: countries))
      other.insert(Union("G7", countries: [countries[0]]))
      try other.save()
      let fresh = ModelContext(container)
      let unions = try all(Union.self, fresh)
      #expect(Set(unions.map(\.name)) == ["EU", "G7"])
      let eu = try #require(unions.first { $0.name == "EU" })
      #expect(Set(eu.countries.map(\.name)) == ["Deutschland", "France", "Italia"])
      let germany = try #require(eu.countries.first { $0.code == "DE" })
      #expect(Set(germany.unions.map(\.name)) == ["EU", "G7"])
      #expect(try all(Country.self, context).count == 3)
    }
  }

  // MARK: Updates

  @Test("An edit to a value that is taken is refused", arguments: Place.allCases)
  func update(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let (germany, france) = (Country("DE", "Germany"), Country("FR", "France"))
      context.insert(germany)
      context.insert(france)
      try context.save()
      france.code = "DE"
      france.name = "Gaul"
      context.insert(Country("IT", "Italy"))
      let error = try refusal { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(error.explanation.contains("Country"))
      #expect(error.explanation.contains("code"))
      #expect(error.explanation.contains("DE"))
      #expect(error.identifiers == [france.persistentModelID])
      let stored = try all(Country.self, ModelContext(container))
      #expect(Set(stored.map(\.name)) == ["Germany", "France"])
      #expect(context.hasChanges)
      #expect(context.insertedModelsArray.count == 1)

      france.code = "FR"
      try context.save()
      let names = try all(Country.self, ModelContext(container)).map(\.name)
      #expect(Set(names) == ["Germany", "Gaul", "Italy"])
    }
  }

  @Test("An edit to values that are taken together is refused", arguments: Place.allCases)
  func compoundUpdate(place: Place) throws {
    try place.with(Seat.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Seat("A", 1, guest: "Ann"), Seat("B", 2, guest: "Ben"))
      context.insert(one)
      context.insert(two)
      try context.save()
      two.row = "A"
      try context.save()
      two.number = 1
      let error = try refusal { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(error.explanation.contains("Seat"))
      #expect(error.explanation.contains("row"))
      #expect(error.explanation.contains("number"))
      context.rollback()
      #expect(two.number == 2)
    }
  }

  @Test("A value that a deletion frees can be taken in the same save", arguments: Place.allCases)
  func freed(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("DE", "Germany", population: 1)
      let other = Country("XX", "Other")
      context.insert(old)
      context.insert(other)
      try context.save()
      context.delete(old)
      let new = Country("DE", "Deutschland")
      context.insert(new)
      try context.save()
      #expect(new.persistentModelID != old.persistentModelID)
      #expect(Set(try all(Country.self, context).map(\.name)) == ["Deutschland", "Other"])
      context.delete(new)
      other.code = "DE"
      try context.save()
      #expect(try all(Country.self, ModelContext(container)).map(\.code) == ["DE"])
    }
  }

  @Test("Two objects swap their values in one save", arguments: Place.allCases)
  func swap(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Country("A", "1"), Country("B", "2"))
      context.insert(one)
      context.insert(two)
      try context.save()
      (one.code, two.code) = ("B", "A")
      try context.save()
      let fresh = try all(Country.self, ModelContext(container))
      #expect(
        Dictionary(uniqueKeysWithValues: fresh.map { ($0.code, $0.name) }) == ["B": "1", "A": "2"]
      )
    }
  }

  @Test("An edit and an insertion that collide in one save", arguments: Place.allCases)
  func editAgainstInsertion(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let old = Country("A", "old")
      context.insert(old)
      try context.save()
      old.code = "B"
      context.insert(Country("A", "new"))
      try context.save()
      let names = try all(Country.self, ModelContext(container)).map { "\($0.code) \($0.name)" }
      #expect(names.sorted() == ["A new", "B old"])
    }
  }

  @Test("A refused upsert leaves its objects as they were", arguments: Place.allCases)
  func refusedUpsert(place: Place) throws {
    try place.with(Country.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Country("A", "1"), Country("B", "2"))
      context.insert(one)
      context.insert(two)
      try context.save()
      let new = Country("A", "new")
      context.insert(new)
      two.code = "A"
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(new.persistentModelID.isTemporary)
      #expect(one.modelContext === context)
      #expect(try context.fetchCount(FetchDescriptor<Country>()) == 3)
      context.rollback()
      #expect(new.modelContext == nil)
      let stored = try all(Country.self, ModelContext(container)).map { "\($0.code) \($0.name)" }
      #expect(stored.sorted() == ["A 1", "B 2"])
    }
  }
}
