import Foundation
import StoreTesting
import SwiftData
import Testing

@Suite("41/9: A refused save says what is wrong")
struct RefusedSaveTests {
  @Model final class Visit {
    var name = ""
    var day = Date(timeIntervalSinceReferenceDate: 0)
    var end: Date?
    var place: Site?
    var stops: [Site] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Site {
    var name = ""
    @Relationship(inverse: \Visit.stops) var visits: [Visit] = []

    init(_ name: String) { self.name = name }
  }

  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Visit.self, Site.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func refusal() throws -> String {
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    return try #require(error?.explanation)
  }

  @Test("A reference to an object that the same context deletes")
  func deletedHere() throws {
    let (visit, site) = (Visit("first"), Site("museum"))
    context.insert(visit)
    context.insert(site)
    try context.save()
    context.delete(site)
    visit.place = site
    let text = try refusal()
    #expect(text.contains("Visit"))
    #expect(text.contains("deleted") && text.contains("nil"), "\(text)")
    visit.place = nil
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Site>()) == 0)
  }

  @Test("A link to an object that the same context deletes is not made")
  func linkedHere() throws {
    let (visit, site) = (Visit("first"), Site("museum"))
    context.insert(visit)
    context.insert(site)
    try context.save()
    context.delete(site)
    visit.stops.append(site)
    try context.save()
    let found = try ModelContext(context.container).fetch(FetchDescriptor<Visit>())
    #expect(found.map(\.stops.count) == [0])
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Site>()) == 0)
  }

  @Test("A date that is not a number, in a required property")
  func date() throws {
    let visit = Visit("first")
    visit.day = Date(timeIntervalSinceReferenceDate: .nan)
    context.insert(visit)
    let text = try refusal()
    #expect(text.contains("Visit"))
    #expect(text.contains("day needs a value") && text.contains("not a number"), "\(text)")
    visit.day = .distantPast
    visit.end = Date(timeIntervalSinceReferenceDate: .nan)
    try context.save()
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Visit>()).map(\.end) == [nil])
  }
}
