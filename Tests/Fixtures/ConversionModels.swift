import Foundation
import SwiftData

// Two versions of one entity. Every attribute has another type in the second one, and every value of
// the second type can be converted back.

enum ConvertedLevel: Int, Codable {
  case low = 1
  case high = 2
}

struct ConvertedSpot: Codable, Equatable {
  var x = 1
}

enum ConvertedV1 {
  @Model
  final class Sample {
    var narrow: Int16 = -7
    var byte: Int = 200
    var flag: Int = 1
    var switched: Bool = true
    var natural: Int = 5
    var bits: UInt64 = 9
    var real: Int = 1 << 40
    var single: Int = 1 << 20
    var whole: Double = -3
    var short: Double = 0.25
    var long: Float = 0.1
    var exact: Double = 0.1
    var money: Int = -12
    var price: Decimal = 1
    var key: String = "2D8B1F5C-90E1-4C77-8E5B-0D2F4F1C7A11"
    var name: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var link: String = "https://example.org/%20?q=1"
    var page: URL = URL(string: "https://example.org")!
    var mood: String = "calm"
    var feeling: PostMood = PostMood.hasty
    var level: Int = 2
    var grade: ConvertedLevel = ConvertedLevel.low
    var spot: ConvertedSpot = ConvertedSpot()
    var maybe: Int? = 3
    init() {}
  }
}

enum ConvertedV2 {
  struct ConvertedSpot: Codable, Equatable {
    var x = 1
    var y: Int?
  }

  /// The type of `spot` under another name.
  struct Spot: Codable, Equatable {
    var x = 1
    var y: Int?
  }

  @Model
  final class Sample {
    var narrow: Int = 0
    var byte: UInt8 = 0
    var flag: Bool = false
    var switched: Int = 0
    var natural: UInt64 = 0
    var bits: Int = 0
    var real: Double = 0
    var single: Float = 0
    var whole: Int = 0
    var short: Float = 0
    var long: Double = 0
    var exact: Decimal = 0
    var money: Decimal = 0
    var price: Int = 0
    var key: UUID = UUID()
    var name: String = ""
    var link: URL = URL(string: "x:")!
    var page: String = ""
    var mood: PostMood = PostMood.calm
    var feeling: String = ""
    var level: ConvertedLevel = ConvertedLevel.low
    var grade: Int = 0
    var spot: Spot = Spot()
    var maybe: Decimal? = 0
    init() {}
  }
}

/// No value of these types is one of those.
enum ConvertedV3 {
  @Model
  final class Sample {
    var narrow: String = ""
    var key: Int = 0
    var page: [String] = []
    init() {}
  }
}
