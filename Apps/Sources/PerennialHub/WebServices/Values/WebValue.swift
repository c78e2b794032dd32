import Foundation
import PerennialRecords

/// A value of a field, as clients of the protocol see it.
enum WebValue: Equatable, Sendable {
  case string(String)
  case int64(Int64)
  case double(Double)
  /// Milliseconds since 1970.
  case timestamp(Int64)
  case bytes(Data)
  case reference(RecordName)
  case location(WebLocation)
  case asset(RecordAsset)
  case encryptedBytes(Data)
  /// A list, of a type for lists.
  case list(WebType, [WebValue])

  /// The type.
  var type: WebType {
    switch self {
    case .string: .string
    case .int64: .int64
    case .double: .double
    case .timestamp: .timestamp
    case .bytes: .bytes
    case .reference: .reference
    case .location: .location
    case .asset: .asset
    case .encryptedBytes: .encryptedBytes
    case .list(let type, _): type
    }
  }
}

/// A place on the earth.
struct WebLocation: Equatable, Sendable {
  /// The members that are numbers, with the latitude and the longitude, in degrees.
  var numbers: [String: Double]

  var latitude: Double { numbers["latitude"] ?? 0 }
  var longitude: Double { numbers["longitude"] ?? 0 }

  /// The members of the protocol. The time is in milliseconds since 1970.
  static let members = [
    "latitude", "longitude", "horizontalAccuracy", "verticalAccuracy", "altitude", "speed",
    "course", "timestamp",
  ]

  /// Reads the JSON form; nil for another value.
  init?(_ json: JSONValue) {
    guard let members = json.members else { return nil }
    numbers = [:]
    for name in Self.members {
      guard let member = members[name], member != .null else { continue }
      guard let number = member.number, number.isFinite else { return nil }
      numbers[name] = number
    }
    guard let latitude = numbers["latitude"], let longitude = numbers["longitude"],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    if let time = numbers["timestamp"], time != time.rounded() { return nil }
  }

  /// The JSON form.
  var json: JSONValue {
    .object(
      numbers.mapValues { number in
        Int64(exactly: number).map { .integer($0) } ?? .real(number)
      })
  }

  /// Returns the distance to another place along a great circle, in metres.
  func distance(to other: WebLocation) -> Double {
    let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let (north, east) = (second - first, (other.longitude - longitude) * .pi / 180)
    let half = pow(sin(north / 2), 2) + cos(first) * cos(second) * pow(sin(east / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, half.squareRoot()))
  }
}
