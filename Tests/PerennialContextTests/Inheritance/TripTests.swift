import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Inheritance: trips for business and for pleasure")
struct TripTests {
  private func with(_ place: Place, _ body: (ModelContainer) throws -> Void) throws {
    try place.with(Trip.self, BusinessTrip.self, PersonalTrip.self) { container in
      let context = ModelContext(container)
      context.insert(Trip(name: "Plain"))
      context.insert(BusinessTrip(name: "Fair", destination: "Ulm", perdiem: 40))
      context.insert(PersonalTrip(name: "Aunt", destination: "Ulm", reason: .family))
      context.insert(PersonalTrip(name: "Spa", reason: .wellness))
      try context.save()
      try body(container)
    }
  }

  @Test("A fetch of the base class gives each object as its own class", arguments: Place.allCases)
  func base(place: Place) throws {
    try with(place) { container in
      let context = ModelContext(container)
      let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      #expect(trips.map(\.name) == ["Aunt", "Fair", "Plain", "Spa"])
      #expect((trips[0] as? PersonalTrip)?.reason == .family)
      #expect((trips[1] as? BusinessTrip)?.perdiem == 40)
      #expect(type(of: trips[2]) == Trip.self)
      #expect((trips[3] as? PersonalTrip)?.reason == .wellness)
      #expect(trips.allSatisfy { !$0.hasChanges })
    }
  }

  @Test("A fetch of a subclass gives its own objects", arguments: Place.allCases)
  func subclass(place: Place) throws {
    try with(place) { container in
      let context = ModelContext(container)
      let personal = try context.fetch(
        FetchDescriptor<PersonalTrip>(sortBy: [SortDescriptor(\.name, order: .reverse)]))
      #expect(personal.map(\.name) == ["Spa", "Aunt"])
      let destination = "Ulm"
      let ulm = try context.fetch(
        FetchDescriptor<BusinessTrip>(predicate: #Predicate { $0.destination == destination }))
      #expect(ulm.map(\.perdiem) == [40])
      #expect(try context.fetchCount(FetchDescriptor<PersonalTrip>()) == 2)
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 4)
    }
  }

  @Test("What a fetch leaves out is loaded when it is read", arguments: Place.allCases)
  func partial(place: Place) throws {
    try with(place) { container in
      let context = ModelContext(container)
      var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
      descriptor.propertiesToFetch = [\.name]
      let trips = try context.fetch(descriptor)
      #expect(trips.map(\.name) == ["Aunt", "Fair", "Plain", "Spa"])
      #expect(trips.map(\.destination) == ["Ulm", "Ulm", "Cork", "Cork"])
      #expect((trips[1] as? BusinessTrip)?.perdiem == 40)
      #expect((trips[3] as? PersonalTrip)?.reason == .wellness)
    }
  }

  @Test("Predicates ask for classes and for what they add", arguments: Place.allCases)
  func predicates(place: Place) throws {
    try with(place) { container in
      let context = ModelContext(container)
      func names(_ predicate: Predicate<Trip>) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
          .map(\.name)
      }
      let family = PersonalTrip.Reason.family
      let personal = try names(#Predicate { $0 is PersonalTrip })
      let others = try names(#Predicate { !($0 is PersonalTrip) })
      let visits = try names(
        #Predicate { trip in
          if let personal = trip as? PersonalTrip { personal.reason == family } else { false }
        })
      let paid = try names(#Predicate { ($0 as? BusinessTrip)?.perdiem ?? 0 > 30 })
      let there = try names(#Predicate { $0.destination == "Ulm" && $0 is BusinessTrip })
      #expect(personal == ["Aunt", "Spa"])
      #expect(others == ["Fair", "Plain"])
      #expect(visits == ["Aunt"])
      #expect(paid == ["Fair"])
      #expect(there == ["Fair"])
    }
  }

  @Test("Relationships of the base class lead to objects of subclasses", arguments: Place.allCases)
  func relationships(place: Place) throws {
    try with(place) { container in
      let context = ModelContext(container)
      let trip = try #require(try context.fetch(FetchDescriptor<BusinessTrip>()).first)
      let item = BucketListItem("Minster")
      trip.bucketList.append(item)
      trip.accommodation = Accommodation("1 Main Street")
      #expect(item.trip === trip)
      try context.save()

      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<BucketListItem>()).first)
      let owner = try #require(found.trip as? BusinessTrip)
      #expect(owner.perdiem == 40)
      #expect(owner.accommodation?.address == "1 Main Street")
      #expect(owner.bucketList == [found])
      other.delete(owner)
      try other.save()
      #expect(try other.fetchCount(FetchDescriptor<BucketListItem>()) == 0)
      #expect(try other.fetchCount(FetchDescriptor<Accommodation>()) == 0)
    }
  }

  @Test("A batch deletion takes subclasses along, or leaves them", arguments: Place.allCases)
  func batches(place: Place) throws {
    try with(place) { container in
      let context = ModelContext(container)
      try context.delete(model: Trip.self, includeSubclasses: false)
      let left = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      #expect(left.map(\.name) == ["Aunt", "Fair", "Spa"])
      try context.delete(model: PersonalTrip.self)
      #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Fair"])
      try context.delete(model: Trip.self, includeSubclasses: true)
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
      #expect(left.allSatisfy { $0.modelContext == nil })
    }
  }

  @Test("A schema tells what inherits from what")
  func schema() throws {
    let schema = Schema([Trip.self, BusinessTrip.self, PersonalTrip.self])
    let trip = try #require(schema.entity(for: Trip.self))
    let business = try #require(schema.entity(for: BusinessTrip.self))
    #expect(business.superentityName == "Trip")
    #expect(business.superentity === trip)
    #expect(Set(trip.subentities.map(\.name)) == ["BusinessTrip", "PersonalTrip"])
    #expect(business.storedProperties.map(\.name) == ["perdiem"])
    #expect(business.inheritedProperties.map(\.name) == trip.storedProperties.map(\.name))
    #expect(business.inheritedPropertiesByName["name"]?.isUnique == true)
    #expect(business.attributesByName["destination"] != nil)
    #expect(business.relationshipsByName["bucketList"]?.destination == "BucketListItem")
    #expect(trip.superentity == nil)

    let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
    let decoded = try #require(copy.entitiesByName["BusinessTrip"])
    #expect(decoded.superentity?.name == "Trip")
    #expect(decoded.storedProperties.map(\.name) == ["perdiem"])
    #expect(
      Set(decoded.inheritedProperties.map(\.name)) == Set(business.inheritedProperties.map(\.name)))
  }

  @Test("Entities made by hand inherit too")
  func entitiesByHand() {
    let sub = Schema.Entity("Sub", properties: Schema.Attribute(name: "b", valueType: Int.self))
    let base = Schema.Entity(
      "Base", subentities: sub, properties: Schema.Attribute(name: "a", valueType: Int.self))
    #expect(sub.superentity === base)
    #expect(sub.superentityName == "Base")
    #expect(sub.properties.map(\.name) == ["a", "b"])
    #expect(base.subentities == [sub])
  }
}
