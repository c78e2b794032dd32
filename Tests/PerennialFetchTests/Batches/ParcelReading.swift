import SwiftData

@testable import Fixtures

/// A suite whose tests compare the parcels of a store.
protocol ParcelReading {}

extension ParcelReading {
  /// Returns the titles of all parcels, as a new context reads them.
  func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Parcel>()).map(\.title)
  }
}
