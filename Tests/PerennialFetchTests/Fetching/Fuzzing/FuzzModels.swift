import SwiftData

// Models for random predicates: attributes of every kind, and relationships of every shape.

@Model
final class FuzzItem {
  #Index<FuzzItem>([\.title], [\.number])

  var title: String
  var note: String?
  /// From -100 to 100, so that a little arithmetic does not overflow.
  var number = 0
  var optionalNumber: Int?
  /// With the extremes of its type.
  var extreme = 0
  var tiny: Int8 = 0
  var medium: UInt16 = 0
  var huge: UInt64 = 0
  var price = 0.0
  var optionalPrice: Double?
  var ratio: Float = 0
  var isOn = false
  var isMarked: Bool?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var due: Date?
  var code = UUID()
  var optionalCode: UUID?
  var bytes = Data()
  var amount: Decimal = 0
  var optionalAmount: Decimal?
  var kind = FuzzKind.plain
  var optionalKind: FuzzKind?
  var level: FuzzLevel?
  var link: URL?
  var place = FuzzPlace()
  var words: [String] = []
  var owner: FuzzOwner?
  var keeper: FuzzOwner?
  @Relationship(inverse: \FuzzTag.items) var tags: [FuzzTag] = []
  @Relationship(inverse: \FuzzTag.marked) var marks: [FuzzTag]?

  init(title: String) { self.title = title }
}

@Model
final class FuzzOwner {
  var name: String
  var nickname: String?
  var rank = 0
  var optionalRank: Int?
  var score = 0.0
  var isActive = false
  var since = Date(timeIntervalSinceReferenceDate: 0)
  var boss: FuzzOwner?
  @Relationship(inverse: \FuzzOwner.boss) var staff: [FuzzOwner] = []
  @Relationship(inverse: \FuzzItem.owner) var items: [FuzzItem] = []
  @Relationship(inverse: \FuzzItem.keeper) var kept: [FuzzItem]?

  init(name: String) { self.name = name }
}

@Model
final class FuzzTag {
  var label: String
  var weight = 0
  var value: Double?
  var isShown = false
  var fabric: FuzzKind
  var items: [FuzzItem] = []
  var marked: [FuzzItem] = []
  var friends: [FuzzTag] = []

  init(label: String) {
    self.label = label
    fabric = .plain
  }
}

enum FuzzKind: String, Codable, CaseIterable, Comparable {
  case plain, zebra, apple, ünique

  static func < (left: FuzzKind, right: FuzzKind) -> Bool { left.place < right.place }

  private var place: Int { FuzzKind.allCases.firstIndex(of: self) ?? 0 }

  var title: String { rawValue.uppercased() }
}

enum FuzzLevel: Int, Codable {
  case low = -1
  case middle = 5
  case high = 4
}

struct FuzzPlace: Codable, Hashable {
  var city = ""
  var number = 0
}
