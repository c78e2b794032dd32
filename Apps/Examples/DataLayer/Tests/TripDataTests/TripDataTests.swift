import Foundation
import SwiftData
import Testing

@testable import TripData

@Suite("Trips")
struct TripDataTests {
  let monday = Date(timeIntervalSinceReferenceDate: 0)

  @Test("What an editor writes, views show")
  @MainActor
  func shared() async throws {
    let provider = try TripProvider.inMemory()
    let editor = provider.editor()
    let id = try await editor.addTrip("Alps")
    try await editor.addStop("Zermatt", on: monday + 86_400, to: id)
    try await editor.addStop("Bern", on: monday, to: id)
    let summaries = try await editor.summaries()
    #expect(summaries == [TripSummary(title: "Alps", places: ["Bern", "Zermatt"])])
    let trips = try provider.container.mainContext.fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.title) == ["Alps"] && trips.first?.stops.count == 2)
  }

  @Test("A trip is removed with its stops, once")
  func removed() async throws {
    let provider = try TripProvider.inMemory()
    let editor = provider.editor()
    let id = try await editor.addTrip("Alps")
    try await editor.addStop("Bern", on: monday, to: id)
    try await editor.removeTrip(id)
    #expect(try ModelContext(provider.container).fetchCount(FetchDescriptor<Stop>()) == 0)
    await #expect(throws: MissingTrip(id: id)) { try await editor.removeTrip(id) }
  }

  @Test("A file keeps its trips")
  func kept() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "Trips-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "trips.store")
    try await TripProvider(file: file).editor().addTrip("Alps")
    #expect(try await TripProvider(file: file).editor().summaries().map(\.title) == ["Alps"])
  }
}
