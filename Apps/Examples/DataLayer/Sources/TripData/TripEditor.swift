public import Foundation
public import SwiftData

/// A trip as a value, which can leave its actor, and the server as JSON.
public struct TripSummary: Codable, Equatable, Sendable {
  public let title: String
  public let places: [String]
}

/// The error for a trip that was removed, here or elsewhere.
public struct MissingTrip: Error, Equatable {
  public let id: PersistentIdentifier
}

/// Reads and writes trips. Identifiers and values leave the actor; objects stay inside.
@ModelActor
public actor TripEditor {
  @discardableResult
  public func addTrip(_ title: String) throws -> PersistentIdentifier {
    let trip = Trip(title: title)
    modelContext.insert(trip)
    try modelContext.save()
    return trip.persistentModelID
  }

  public func addStop(_ place: String, on arrival: Date, to id: PersistentIdentifier) throws {
    try trip(id).stops.append(Stop(place, arrival: arrival))
    try modelContext.save()
  }

  public func removeTrip(_ id: PersistentIdentifier) throws {
    modelContext.delete(try trip(id))
    try modelContext.save()
  }

  public func summaries() throws -> [TripSummary] {
    let trips = try modelContext.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.title)]))
    return trips.map { trip in
      // Sorted, because Apple's collections have no order.
      let stops = trip.stops.sorted { $0.arrival < $1.arrival }
      return TripSummary(title: trip.title, places: stops.map(\.place))
    }
  }

  private func trip(_ id: PersistentIdentifier) throws -> Trip {
    guard let trip = self[id, as: Trip.self] else { throw MissingTrip(id: id) }
    return trip
  }
}
