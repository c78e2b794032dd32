import SwiftData
import Synchronization

// Models that are declared in every way a program may think of.

@Model
final class Thermostat {
  var degrees: Int {
    willSet { log.append("will \(degrees) -> \(newValue)") }
    didSet {
      log.append("did \(oldValue) -> \(degrees)")
      if degrees > 30 { degrees = 30 }
    }
  }
  var unit = "C" {
    didSet(former) {
      guard former != unit else { return }
      log.append("unit \(former) -> \(unit)")
    }
  }
  /// The last three; an earlier one goes.
  @Relationship(deleteRule: .cascade, inverse: \ThermostatReading.thermostat)
  var readings: [ThermostatReading] = [] {
    didSet { if readings.count > 3 { readings.removeFirst(readings.count - 3) } }
  }
  @Transient var log: [String] = []

  init(degrees: Int = 20) { self.degrees = degrees }
}

@Model
final class ThermostatReading {
  var value: Int
  var thermostat: Thermostat?
  init(_ value: Int) { self.value = value }
}

@Model
final class OddNames {
  private(set) var _id: String
  var id: String { _id }
  var description: String = ""
  var debugDescription: String = "debug"
  var hash: Int = 0
  var `default`: Int = 1
  var `class`: String = "first"
  var `in`: Bool = false
  var value: Int = 0
  var row: Int = 0
  var index: Int = 0
  var binder: String = ""
  var newValue: Int = 0
  var order: Int = 0
  var group: String = "by"
  var select: String = "from"
  // swift-format-ignore: IdentifiersMustBeASCII
  fileprivate(set) var été = "summer"
  private var _children: [OddChild]? = []
  var children: [OddChild] {
    get { _children ?? [] }
    set { _children = newValue }
  }

  init(_ id: String) { _id = id }

  func rename(_ id: String) { _id = id }
}

@Model
final class OddChild {
  var name: String
  var parent: OddNames?
  init(name: String) { self.name = name }
}

@Model
final class Sealed {
  let serial: String
  let made: Date
  let traits: SpecimenTraits
  let note: String?
  var name: String

  init(serial: String, made: Date, traits: SpecimenTraits, note: String?, name: String) {
    self.serial = serial
    self.made = made
    self.traits = traits
    self.note = note
    self.name = name
  }
}

@Model
final class Inferred {
  var uuid = UUID()
  var number = 5
  var fraction = 0.5
  var text = "text"
  var flag = true
  var day = Date(timeIntervalSinceReferenceDate: 1)
  var mood = SpecimenMood.wild
  var shape = SpecimenShape.circle(radius: 1)
  var list = [1, 2]
  var table = ["a": 1]
  var maybe = String?.none
  var point = SpecimenPlace.Point(x: 1, y: 2)
  init() {}
}

enum Namespace {
  @Model
  final class Task {
    var title: String
    @Relationship(inverse: \Tag.tasks) var tags: [Tag] = []
    @Relationship(deleteRule: .cascade) var item: Item?
    init(title: String) { self.title = title }
  }

  @Model
  final class Tag {
    @Attribute(.unique) var name: String
    var tasks: [Task] = []
    init(name: String) { self.name = name }
  }

  @Model
  final class Item {
    var weight: Double
    init(weight: Double) { self.weight = weight }
  }
}

private enum Hidden {
  @Model
  final class Secret {
    var text: String
    init(text: String) { self.text = text }
  }
}

func hiddenRoundTrip(_ text: String) throws -> String? {
  let container = try ModelContainer(
    for: Hidden.Secret.self,
    configurations: ModelConfiguration(isStoredInMemoryOnly: true)
  )
  let context = ModelContext(container)
  context.insert(Hidden.Secret(text: text))
  try context.save()
  return try ModelContext(container).fetch(FetchDescriptor<Hidden.Secret>()).first?.text
}

/// Counts how often a default value is made, and its objects that are alive.
final class CountedDefault: Sendable {
  static let made = Atomic<Int>(0)
  static let alive = Atomic<Int>(0)

  static func number() -> Int { made.add(1, ordering: .relaxed).newValue }

  init() { CountedDefault.alive.add(1, ordering: .relaxed) }
  deinit { CountedDefault.alive.subtract(1, ordering: .relaxed) }
}

@Model
final class Lazybones {
  var name: String
  var stamp: Int = CountedDefault.number()
  var text: String = "made \(CountedDefault.number())"
  @Transient var count = 0
  @Attribute(.ephemeral) var draft: String = "empty"
  @Transient var shouted: String { name.uppercased() }

  init(name: String) { self.name = name }
}

/// Counts its objects that die.
@Model
final class Mayfly {
  static let died = Atomic<Int>(0)

  var name: String
  @Transient var token: CountedDefault = CountedDefault()
  @Transient var maybe: CountedDefault?

  init(name: String) { self.name = name }

  deinit { Mayfly.died.add(1, ordering: .relaxed) }
}

@Model
final class Portable: Codable {
  enum CodingKeys: String, CodingKey { case name, amount }
  var name: String
  var amount: Int

  init(name: String, amount: Int) {
    self.name = name
    self.amount = amount
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    amount = try container.decode(Int.self, forKey: .amount)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(amount, forKey: .amount)
  }
}

@Model
final class Gadget {
  @Attribute(.unique, originalName: "identifier") var key: String
  @Attribute(.externalStorage) var picture: Data?
  @Relationship(deleteRule: .cascade) var images: [Data] = []
  @Relationship(deleteRule: .cascade, inverse: \GadgetPart.gadget) var parts: [GadgetPart] = []
  @Relationship var spare: GadgetPart?
  #Index<Gadget>([\.key])
  #Unique<Gadget>([\.key])

  private init(key: String) { self.key = key }

  convenience init() { self.init(key: "convenient") }

  static func make(_ key: String, in context: ModelContext, parts: [GadgetPart]) -> Gadget {
    let gadget = Gadget(key: key)
    context.insert(gadget)
    gadget.parts = parts
    gadget.spare = parts.first
    return gadget
  }
}

@Model
final class GadgetPart {
  var name: String
  var gadget: Gadget?
  init(name: String) { self.name = name }
}

func curiosityContainer(_ url: URL? = nil) throws -> ModelContainer {
  let configuration =
    url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
  return try ModelContainer(
    for: Thermostat.self,
    OddNames.self,
    Sealed.self,
    Inferred.self,
    Lazybones.self,
    Mayfly.self,
    Portable.self,
    Gadget.self,
    Wide.self,
    OddChild.self,
    configurations: configuration
  )
}

/// More properties than a mask has bits.
@Model
final class Wide {
  var p0: Int = 0
  var p1: Int = 0
  var p2: Int = 0
  var p3: Int = 0
  var p4: Int = 0
  var p5: Int = 0
  var p6: Int = 0
  var p7: Int = 0
  var p8: Int = 0
  var p9: Int = 0
  var p10: Int = 0
  var p11: Int = 0
  var p12: Int = 0
  var p13: Int = 0
  var p14: Int = 0
  var p15: Int = 0
  var p16: Int = 0
  var p17: Int = 0
  var p18: Int = 0
  var p19: Int = 0
  var p20: Int = 0
  var p21: Int = 0
  var p22: Int = 0
  var p23: Int = 0
  var p24: Int = 0
  var p25: Int = 0
  var p26: Int = 0
  var p27: Int = 0
  var p28: Int = 0
  var p29: Int = 0
  var p30: Int = 0
  var p31: Int = 0
  var p32: Int = 0
  var p33: Int = 0
  var p34: Int = 0
  var p35: Int = 0
  var p36: Int = 0
  var p37: Int = 0
  var p38: Int = 0
  var p39: Int = 0
  var p40: Int = 0
  var p41: Int = 0
  var p42: Int = 0
  var p43: Int = 0
  var p44: Int = 0
  var p45: Int = 0
  var p46: Int = 0
  var p47: Int = 0
  var p48: Int = 0
  var p49: Int = 0
  var p50: Int = 0
  var p51: Int = 0
  var p52: Int = 0
  var p53: Int = 0
  var p54: Int = 0
  var p55: Int = 0
  var p56: Int = 0
  var p57: Int = 0
  var p58: Int = 0
  var p59: Int = 0
  var p60: Int = 0
  var p61: Int = 0
  var p62: Int = 0
  var p63: Int = 0
  var p64: Int = 0
  var p65: Int = 0
  var p66: Int = 0
  var p67: Int = 0
  var p68: Int = 0
  var p69: Int = 0

  init() {}
}
