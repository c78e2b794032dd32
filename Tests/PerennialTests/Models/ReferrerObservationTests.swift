import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Observers of references")
struct ReferrerObservationTests {
  private func watch(_ read: () -> Void) -> Journal {
    let journal = Journal()
    withObservationTracking(read) { journal.note("changed") }
    return journal
  }

  @Test(
    "They are told when the object at the end goes, and when a rollback brings it back",
    arguments: Place.allCases)
  func oneWay(place: Place) throws {
    try place.with(Match.self, Club.self) { container in
      let context = ModelContext(container)
      let (home, away) = (Club("home"), Club("away"))
      let match = Match(1, home: home, away: away)
      context.insert(match)
      try context.save()
      let (leaving, staying) = (watch { _ = match.home }, watch { _ = match.away })
      context.delete(home)
      #expect(match.home == nil)
      #expect(leaving.count == 1)
      let coming = watch { _ = match.home }
      context.rollback()
      #expect(match.home === home)
      #expect(coming.count == 1)
      #expect(staying.count == 0)
    }
  }

  @Test("Rules that write nothing", arguments: Place.allCases)
  func rules(place: Place) throws {
    try place.with(Landlord.self, Tenant.self, Pet.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("L")
      let (tenant, pet) = (Tenant("T", landlord: landlord), Pet("P", landlord: landlord))
      context.insert(tenant)
      context.insert(pet)
      try context.save()
      let names = { (tenant.landlord?.name, pet.landlord?.name) }
      let leaving = [watch { _ = tenant.landlord }, watch { _ = pet.landlord }]
      context.delete(landlord)
      #expect(names() == (nil, nil))
      #expect(leaving.map(\.count) == [1, 1])
      let coming = [watch { _ = tenant.landlord }, watch { _ = pet.landlord }]
      context.rollback()
      #expect(names() == ("L", "L"))
      #expect(coming.map(\.count) == [1, 1])
    }
  }

  @Test("Objects that go together with what they refer to", arguments: Place.allCases)
  func together(place: Place) throws {
    try place.with(Match.self, Club.self) { container in
      let context = ModelContext(container)
      let match = Match(1, home: Club("home"))
      context.insert(match)
      try context.save()
      let home = try #require(match.home)
      _ = watch { _ = match.home }
      context.delete(home)
      context.delete(match)
      let coming = watch { _ = match.home }
      context.rollback()
      #expect(match.home === home)
      #expect(coming.count == 1)
      #expect(!context.hasChanges)
    }
  }
}
