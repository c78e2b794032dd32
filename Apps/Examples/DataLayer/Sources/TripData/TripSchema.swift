public import Foundation
public import SwiftData

/// The first version of the models. A later version is another enumeration beside it.
public enum TripSchemaV1: VersionedSchema {
  public static let versionIdentifier = Schema.Version(1, 0, 0)
  public static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

  @Model
  public final class Trip {
    public var title: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) public var stops: [Stop] = []

    public init(title: String) { self.title = title }
  }

  @Model
  public final class Stop {
    public var place: String
    public var arrival: Date
    public var trip: Trip?

    public init(_ place: String, arrival: Date) {
      self.place = place
      self.arrival = arrival
    }
  }
}

// The names that the app and the server use. They follow the current version.
public typealias Trip = TripSchemaV1.Trip
public typealias Stop = TripSchemaV1.Stop

/// The versions of the models, and the stages between them.
enum TripMigrations: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TripSchemaV1.self] }
  static var stages: [MigrationStage] { [] }
}
