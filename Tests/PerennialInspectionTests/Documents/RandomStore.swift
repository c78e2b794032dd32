import Foundation
import RandomTesting
import SwiftData

@testable import Fixtures

/// A store with random objects of many kinds: every form of value, hierarchies, relationships of every
/// kind, large values.
struct RandomStore {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: ScalarSpecimen.self, OptionalSpecimen.self, CodableSpecimen.self, OddNames.self,
      OddChild.self, Enclosure.self, Puppy.self, Cat.self, Ghost.self, Dog.self, Animal.self,
      Keeper.self, Walker.self, Toy.self, Studio.self, Artist.self, Badge.self, Style.self,
      Prize.self, configurations: ModelConfiguration(url: url))
  }

  mutating func fill(_ url: URL) throws {
    let context = ModelContext(try Self.container(url))
    for number in 0..<Int.random(in: 0...6, using: &random) {
      context.insert(scalar(number))
      context.insert(optional(number))
      context.insert(codable(number))
      context.insert(enclosure(number))
      context.insert(odd(number))
    }
    menagerie(context)
    gallery(context)
    try context.save()
  }

  // MARK: Values

  private mutating func bits() -> UInt64 { random.next() }

  private mutating func integer<Integer: FixedWidthInteger>() -> Integer {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .min
    case 1: .max
    case 2: 0
    default: Integer(truncatingIfNeeded: bits())
    }
  }

  private mutating func real() -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .infinity
    case 1: -.infinity
    case 2: 0.1
    case 3: Double(Int64.random(in: -1_000_000...1_000_000, using: &random)) / 1000
    default: finite(Double(bitPattern: bits()))
    }
  }

  private func finite(_ real: Double) -> Double { real.isNaN ? 1e300 : real }

  private mutating func float() -> Float {
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits()))
    return float.isNaN ? .nan : float
  }

  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x1F, 0x20...0x7E, 0x20...0x7E, 0x24...0x24, 0x22...0x22, 0x2C...0x2C, 0x7F...0x2FF,
        0x300...0x36F, 0x370...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
      ]
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private mutating func data(_ limit: Int = 20) -> Data {
    Data(
      (0..<Int.random(in: 0...limit, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      })
  }

  private mutating func date() -> Date {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .distantPast
    case 1: .distantFuture
    case 2: Date(timeIntervalSinceReferenceDate: finite(Double(bitPattern: bits())))
    default:
      Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random))
    }
  }

  private mutating func decimal() -> Decimal {
    if random.chance(0.1) { return .nan }
    let exponent = Int.random(in: -60...60, using: &random)
    return Decimal(
      sign: random.chance(0.5) ? .plus : .minus, exponent: exponent,
      significand: Decimal(UInt64.random(in: 0...(.max), using: &random)))
  }

  private mutating func uuid() -> UUID {
    let (high, low) = (bits(), bits())
    return withUnsafeBytes(of: (high, low)) { $0.loadUnaligned(as: UUID.self) }
  }

  private mutating func url() -> URL {
    URL(string: "https://example.org/\(bits())?a=%20b#c") ?? URL(fileURLWithPath: "/")
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    random.chance(0.3) ? nil : value
  }

  // MARK: Objects without relationships

  private mutating func scalar(_ number: Int) -> ScalarSpecimen {
    let specimen = ScalarSpecimen(order: number)
    specimen.int = integer()
    specimen.int8 = integer()
    specimen.int16 = integer()
    specimen.int32 = integer()
    specimen.int64 = integer()
    specimen.uint = integer()
    specimen.uint8 = integer()
    specimen.uint16 = integer()
    specimen.uint32 = integer()
    specimen.uint64 = integer()
    specimen.double = random.chance(0.2) ? .nan : real()
    specimen.float = float()
    specimen.cgFloat = CGFloat(real())
    specimen.bool = random.chance(0.5)
    specimen.string = text()
    specimen.date = date()
    specimen.data = data()
    specimen.uuid = uuid()
    specimen.url = url()
    specimen.decimal = decimal()
    return specimen
  }

  private mutating func optional(_ number: Int) -> OptionalSpecimen {
    let specimen = OptionalSpecimen(order: number)
    specimen.int = maybe(integer())
    specimen.uint64 = maybe(integer())
    specimen.double = maybe(real())
    specimen.float = maybe(float())
    specimen.bool = maybe(random.chance(0.5))
    specimen.string = maybe(text())
    specimen.date = maybe(date())
    specimen.data = maybe(data())
    specimen.uuid = maybe(uuid())
    specimen.url = maybe(url())
    specimen.decimal = maybe(decimal())
    specimen.mood = maybe(.quoted)
    specimen.level = maybe(.high)
    specimen.shape = maybe(.group([.circle(radius: 1e-7), .empty], name: text()))
    specimen.list = maybe([integer(), integer()])
    specimen.texts = maybe([text(), "$\(text())"])
    specimen.duration = maybe(.nanoseconds(Int64(truncatingIfNeeded: bits() >> 8)))
    return specimen
  }

  private mutating func codable(_ number: Int) -> CodableSpecimen {
    let specimen = CodableSpecimen(order: number)
    specimen.tag = SpecimenTag(rawValue: text())
    specimen.traits = [.round]
    specimen.place = SpecimenPlace(name: text(), point: .init(x: real(), y: 1))
    specimen.single = SpecimenSingle(value: integer())
    specimen.doubles = [real(), -0.0, .infinity]
    specimen.texts = [text(), ""]
    specimen.blobs = [data()]
    specimen.gaps = [nil, integer()]
    specimen.table = [text(): maybe(text()), "$blob": "AA=="]
    specimen.byNumber = [integer(): text()]
    return specimen
  }

  private mutating func odd(_ number: Int) -> OddNames {
    let odd = OddNames("\(number)")
    odd.description = text()
    odd.class = "$\(text())"
    odd.children = random.chance(0.5) ? [OddChild(name: text())] : []
    return odd
  }

  private mutating func enclosure(_ number: Int) -> Enclosure {
    let large = Data(repeating: UInt8(number), count: 110_000)
    let enclosure = Enclosure(text(), random.chance(0.15) ? large : data())
    enclosure.preview = maybe(data())
    enclosure.text = random.chance(0.1) ? String(repeating: "ä,", count: 36_000) : text()
    enclosure.caption = maybe(text())
    enclosure.numbers = [integer(), integer()]
    enclosure.count = integer()
    enclosure.secret = maybe(data())
    enclosure.code = maybe(number)
    return enclosure
  }

  // MARK: Objects with relationships

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty || random.chance(0.2) ? nil : elements.randomElement(using: &random)
  }

  private mutating func some<Element>(_ elements: [Element]) -> [Element] {
    let count = Int.random(in: 0...min(4, elements.count), using: &random)
    return Array(elements.shuffled(using: &random).prefix(count))
  }

  private mutating func menagerie(_ context: ModelContext) {
    var animals: [Animal] = []
    for number in 0..<Int.random(in: 0...12, using: &random) {
      let animal: Animal =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: Puppy("p\(number)", litter: text(), score: real())
        case 1: Dog("d\(number)", tricks: integer(), licence: maybe("\(number)"))
        case 2: Cat("c\(number)", lives: integer(), tricks: maybe(text()))
        case 3: Ghost(spirit: text())
        default: Animal(text(), born: integer(), weight: real(), tag: maybe(number))
        }
      context.insert(animal)
      animals.append(animal)
    }
    let dogs = animals.compactMap { $0 as? Dog }
    let keepers = (0..<3).map { Keeper("k\($0)") }
    let walkers = (0..<2).map { Walker("w\($0)") }
    let toys = (0..<4).map { Toy("t\($0)") }
    for keeper in keepers {
      context.insert(keeper)
      keeper.favourite = pick(dogs)
    }
    for walker in walkers { context.insert(walker) }
    for toy in toys { context.insert(toy) }
    for animal in animals {
      animal.keeper = pick(keepers)
      animal.friends = some(animals)
      animal.idol = pick(animals)
      if let dog = animal as? Dog {
        dog.walker = pick(walkers)
        dog.toys = some(toys)
      }
      if let puppy = animal as? Puppy { puppy.mother = pick(dogs) }
    }
  }

  private mutating func gallery(_ context: ModelContext) {
    let studios = (0..<3).map { Studio(number: $0) }
    let styles = (0..<4).map { Style(number: $0) }
    for studio in studios { context.insert(studio) }
    for style in styles {
      context.insert(style)
      style.origin = pick(studios)
    }
    var artists: [Artist] = []
    for number in 0..<Int.random(in: 0...8, using: &random) {
      let artist = Artist(number: number, studio: pick(studios))
      context.insert(artist)
      artist.name = text()
      artist.styles = some(styles)
      artist.mentor = pick(artists)
      if random.chance(0.5) { artist.badge = Badge(number: number) }
      artists.append(artist)
    }
  }
}
