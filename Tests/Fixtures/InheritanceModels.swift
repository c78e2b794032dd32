import Foundation
import SwiftData

// The shape that programs give to inheritance: a trip is for business or for pleasure.

@Model
class Trip {
  #Index<Trip>([\.startDate])

  @Attribute(.unique) var name: String
  var destination: String
  var startDate: Date
  var endDate: Date
  @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
  var bucketList: [BucketListItem] = []
  @Relationship(deleteRule: .cascade, inverse: \Accommodation.trip)
  var accommodation: Accommodation?

  init(name: String, destination: String = "Cork", startDate: Date = .distantPast) {
    self.name = name
    self.destination = destination
    self.startDate = startDate
    endDate = startDate.addingTimeInterval(86400)
  }
}

@Model
final class BusinessTrip: Trip {
  var perdiem: Double = 0

  init(name: String, destination: String = "Cork", perdiem: Double) {
    self.perdiem = perdiem
    super.init(name: name, destination: destination)
  }
}

@Model
final class PersonalTrip: Trip {
  enum Reason: String, CaseIterable, Codable {
    case family, reunion, wellness
  }

  var reason: Reason

  init(name: String, destination: String = "Cork", reason: Reason) {
    self.reason = reason
    super.init(name: name, destination: destination)
  }
}

@Model
final class BucketListItem {
  var title: String
  var trip: Trip?

  init(_ title: String) {
    self.title = title
  }
}

@Model
final class Accommodation {
  var address: String
  var trip: Trip?

  init(_ address: String) {
    self.address = address
  }
}
