import SwiftData

// Two versions of one program's models, and models that cannot be kept.

enum LedgerV1 {
  @Model
  final class Entry {
    var title: String
    var uuid: UUID = UUID()
    var mood: SpecimenMood = SpecimenMood.calm
    var amount: Decimal = 0
    var level: Int8 = 0
    var link: URL?
    var place: SpecimenPlace = SpecimenPlace()
    @Relationship(deleteRule: .cascade, inverse: \Line.entry) var lines: [Line] = []
    init(title: String) { self.title = title }
  }

  @Model
  final class Line {
    var text: String
    var entry: Entry?
    init(text: String) { self.text = text }
  }
}

enum LedgerV2 {
  @Model
  final class Entry {
    var title: Int
    init(title: Int) { self.title = title }
  }
}

enum LedgerTwin {
  @Model
  final class Line {
    var other: Int = 0
    init() {}
  }
}

@Model
final class Reluctant {
  struct Value: Codable {
    struct Refusal: Error {}
    var refuses = false

    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      if refuses { throw Refusal() }
      var container = encoder.singleValueContainer()
      try container.encode("value")
    }
  }

  var value: Value = Value()
  init() {}
}
