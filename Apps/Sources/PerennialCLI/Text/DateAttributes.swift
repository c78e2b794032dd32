import Foundation
import PerennialInspection

/// The attributes of a store whose values are dates.
///
/// Reports of presets have values as the store has them. Those of dates are the seconds since 2001.
struct DateAttributes {
  private struct Attribute: Hashable {
    let entity: String
    let name: String
  }

  private let attributes: Set<Attribute>

  init(of store: InspectedStore) throws {
    attributes = Set(
      try store.entities().flatMap { entity in
        entity.properties.filter { $0.form == "date" }
          .map { Attribute(entity: entity.name, name: $0.name) }
      })
  }

  /// Returns a value for people and for JSON: a date as ISO 8601, and any other value as it is.
  func text(of value: String, _ name: String, of entity: String) -> String {
    guard attributes.contains(Attribute(entity: entity, name: name)), let seconds = Double(value),
      seconds.isFinite
    else { return value }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded())
    return Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
  }
}
