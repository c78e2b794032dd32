import SwiftData

// Models with a property of every type that a store takes.

@Model
final class ScalarSpecimen {
  var order: Int = 0
  var int: Int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var double: Double = 0
  var float: Float = 0
  var cgFloat: CGFloat = 0
  var interval: TimeInterval = 0
  var bool: Bool = false
  var string: String = ""
  var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  var data: Data = Data()
  var uuid: UUID = UUID()
  var url: URL = URL(fileURLWithPath: "/")
  var decimal: Decimal = 0

  init(order: Int = 0) { self.order = order }
}

@Model
final class OptionalSpecimen {
  var order: Int = 0
  var int: Int?
  var int8: Int8?
  var int16: Int16?
  var int32: Int32?
  var int64: Int64?
  var uint: UInt?
  var uint8: UInt8?
  var uint16: UInt16?
  var uint32: UInt32?
  var uint64: UInt64?
  var double: Double?
  var float: Float?
  var cgFloat: CGFloat?
  var bool: Bool?
  var string: String?
  var date: Date?
  var data: Data?
  var uuid: UUID?
  var url: URL?
  var decimal: Decimal?
  var mood: SpecimenMood?
  var level: SpecimenLevel?
  var shape: SpecimenShape?
  var place: SpecimenPlace?
  var list: [Int]?
  var texts: [String]?
  var table: [String: Int]?
  var duration: Duration?
  var identifier: PersistentIdentifier?

  init(order: Int = 0) { self.order = order }
}

@Model
final class CodableSpecimen {
  var order: Int = 0
  var mood: SpecimenMood = SpecimenMood.calm
  var level: SpecimenLevel = SpecimenLevel.low
  var traits: SpecimenTraits = []
  var tag: SpecimenTag = SpecimenTag(rawValue: "")
  var shape: SpecimenShape = SpecimenShape.empty
  var place: SpecimenPlace = SpecimenPlace()
  var either: SpecimenEither<Int, String> = SpecimenEither<Int, String>.first(0)
  var single: SpecimenSingle = SpecimenSingle(value: 0)
  var unkeyed: SpecimenUnkeyed = SpecimenUnkeyed(x: 0, y: 0)
  var numbers: [Int] = []
  var doubles: [Double] = []
  var texts: [String] = []
  var flags: [Bool] = []
  var dates: [Date] = []
  var uuids: [UUID] = []
  var blobs: [Data] = []
  var decimals: [Decimal] = []
  var gaps: [Int?] = []
  var nested: [[Int]] = []
  var moods: [SpecimenMood] = []
  var shapes: [SpecimenShape] = []
  var places: [SpecimenPlace] = []
  var set: Set<String> = []
  var moodSet: Set<SpecimenMood> = []
  var table: [String: String?] = [:]
  var byNumber: [Int: String] = [:]
  var byMood: [SpecimenMood: [Int]] = [:]
  var duration: Duration = Duration.zero
  var range: Range<Int> = 0..<0
  var components: DateComponents = DateComponents()
  var dateInterval: DateInterval = DateInterval(start: .distantPast, duration: 0)
  var length: Measurement<UnitLength> = Measurement(value: 0, unit: .meters)

  init(order: Int = 0) { self.order = order }
}

enum SpecimenMood: String, Codable, CaseIterable {
  case calm, wild
  case quoted = "it's \"so\""
}
enum SpecimenLevel: Int, Codable, CaseIterable {
  case low = -1
  case high = 1_000_000
  case none = 0
}

struct SpecimenTraits: OptionSet, Codable, Hashable {
  let rawValue: UInt16
  static let soft = SpecimenTraits(rawValue: 1)
  static let round = SpecimenTraits(rawValue: 1 << 15)
}

struct SpecimenTag: RawRepresentable, Codable, Hashable { let rawValue: String }

enum SpecimenShape: Codable, Hashable, Sendable {
  case empty
  case circle(radius: Double)
  case rectangle(Double, Double)
  indirect case group([SpecimenShape], name: String?)
}

struct SpecimenPlace: Codable, Hashable, Sendable {
  struct Point: Codable, Hashable, Sendable { var x = 0.0, y = 0.0 }
  var name = ""
  var point: Point?
  var shape = SpecimenShape.empty
  var history: [Point] = []
  var notes: [String: String?] = [:]
  var mood: SpecimenMood?
  var day: Date?
}

enum SpecimenEither<First: Codable & Hashable, Second: Codable & Hashable>: Codable, Hashable {
  case first(First)
  case second(Second)
}

struct SpecimenSingle: Codable, Hashable {
  var value: Int
  init(value: Int) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

struct SpecimenUnkeyed: Codable, Hashable {
  var x: Double
  var y: Double
  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Double.self)
    y = try container.decode(Double.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
  }
}

func specimenContainer(_ url: URL? = nil) throws -> ModelContainer {
  let configuration =
    url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
  return try ModelContainer(
    for: ScalarSpecimen.self,
    OptionalSpecimen.self,
    CodableSpecimen.self,
    configurations: configuration
  )
}

/// Values that are encoded, and have no parts.
@Model
final class BlobSpecimen {
  @Attribute(.codable) var place = SpecimenPlace()
  var shape = SpecimenShape.empty
  var words: [String] = []
  var notes: [String: String?] = [:]
  var points: Set<SpecimenPlace.Point> = []
  var count = 0

  init() {}
}
