import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Values in catalog files")
struct AttributeFileTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    let change: @Sendable (Specimen) -> Void

    init(_ json: String, _ change: @escaping @Sendable (Specimen) -> Void) {
      self.json = json
      self.change = change
    }

    var testDescription: String { json }
  }

  static let cases: [Case] = [
    Case(#""tiny": -128"#) { $0.tiny = .min },
    Case(#""tiny": 1.2e1"#) { $0.tiny = 12 },
    Case(#""small": 32767"#) { $0.small = .max },
    Case(#""medium": -2147483648"#) { $0.medium = .min },
    Case(#""large": -9223372036854775808"#) { $0.large = .min },
    Case(#""whole": 9007199254740993"#) { $0.whole = 9_007_199_254_740_993 },
    Case(#""whole": -0"#) { $0.whole = 0 },
    Case(#""tinyCount": 255"#) { $0.tinyCount = .max },
    Case(#""smallCount": 65535"#) { $0.smallCount = .max },
    Case(#""mediumCount": 4294967295"#) { $0.mediumCount = .max },
    Case(#""largeCount": 18446744073709551615"#) { $0.largeCount = .max },
    Case(#""count": 9223372036854775808"#) { $0.count = 1 << 63 },
    Case(#""length": 0.1"#) { $0.length = 0.1 },
    Case(#""length": "-Infinity""#) { $0.length = -.infinity },
    Case(#""length": "NaN""#) { $0.length = .nan },
    Case(#""width": 0.1"#) { $0.width = 0.1 },
    Case(#""isAlive": true"#) { $0.isAlive = true },
    Case(#""found": "2026-01-31T18:30:00.25Z""#) {
      $0.found = Date(timeIntervalSinceReferenceDate: 791_577_000.25)
    },
    Case(#""found": "2026-01-31T19:30:00+01:00""#) {
      $0.found = Date(timeIntervalSinceReferenceDate: 791_577_000)
    },
    Case(#""sample": "AAH/""#) { $0.sample = Data([0, 1, 255]) },
    Case(#""key": "6ba7b810-9dad-11d1-80b4-00c04fd430c8""#) {
      $0.key = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID()
    },
    Case(#""page": "https://example.org/ä?x=1""#) {
      $0.page = URL(string: "https://example.org/ä?x=1")
    },
    Case(#""price": 12345678901234567890.123456789"#) {
      $0.price = Decimal(string: "12345678901234567890.123456789") ?? 0
    },
    Case(#""price": "-0.10""#) { $0.price = Decimal(string: "-0.1") ?? 0 },
    Case(#""note": "e\u0301 \"\n\ud83d\ude00""#) { $0.note = "e\u{301} \"\n😀" },
    Case(#""note": null, "legs": null, "weight": null, "page": null"#) { _ in },
    Case(#""legs": 4, "weight": 2.5, "seen": "2001-01-01T00:00:00Z""#) {
      $0.legs = 4
      $0.weight = 2.5
      $0.seen = Date(timeIntervalSinceReferenceDate: 0)
    },
    Case(#""diet": "meat", "otherDiet": "herbs", "rank": 2"#) {
      $0.diet = .meat
      $0.otherDiet = .herbs
      $0.rank = .genus
    },
    Case(#""origin": {"altitude": 12, "country": "é"}, "otherOrigin": {"country": ""}"#) {
      $0.origin = Origin(country: "é", altitude: 12)
      $0.otherOrigin = Origin(country: "")
    },
    Case(#""names": ["a", "b"], "counts": {"b": 2, "a": 1}"#) {
      $0.names = ["a", "b"]
      $0.counts = ["a": 1, "b": 2]
    },
    Case(#""finding": {"measured": {"length": 1.5, "by": "me"}}"#) {
      $0.finding = .measured(length: 1.5, by: "me")
    },
    Case(#""image": "AAEC", "story": "long""#) {
      $0.image = Data([0, 1, 2])
      $0.story = "long"
    },
    Case(#""marks": "YSxi""#) { $0.marks = ["a", "b"] },
  ]

  @Test("A file and an array give the same rows", arguments: cases)
  func same(_ value: Case) throws {
    _ = Self.transformer
    let json = """
      {"catalog": "c", "version": 1, "presets": {"Specimen": [
        {"$id": "s", "slug": "s", \(value.json)}
      ]}}
      """
    let array = PresetCatalog("c", version: 1) {
      Presets(id: \Specimen.slug) {
        let specimen = Specimen("s")
        value.change(specimen)
        return [specimen]
      }
    }
    let (fromFile, fromArray) = (try rows(try Collection.catalog(json)), try rows(array))
    #expect(fromFile == fromArray)
    // Equal strings can have different bytes, which SQLite compares.
    let bytes = [fromFile, fromArray].map { rows in rows.joined().map { Array($0.utf8) } }
    #expect(bytes[0] == bytes[1])
    #expect(fromFile.count == 1)
  }

  @Test("A value that is missing is the default")
  func defaults() throws {
    let json = """
      {"catalog": "c", "presets": {"Specimen": [{"$id": "s", "slug": "s"}]}}
      """
    let array = PresetCatalog("c") { Presets(id: \Specimen.slug) { [Specimen("s")] } }
    #expect(try rows(try Collection.catalog(json)) == rows(array))
  }

  @Test("What is not stored has its default, too")
  func ephemeral() throws {
    let container = try ModelContainer(
      for: Collection.schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [
        try Collection.catalog(
          #"{"catalog": "c", "presets": {"Specimen": [{"$id": "s", "slug": "s"}]}}"#)
      ])
    let specimen = try ModelContext(container).fetch(FetchDescriptor<Specimen>()).first
    #expect(specimen?.isSelected == true)
  }

  @Test("A UUID that is made anew each time is made of the preset's name")
  func serial() throws {
    func serials() throws -> [UUID] {
      let json = """
        {"catalog": "c", "leavingToUser": {"Drawer": ["created"]}, "presets": {"Drawer": [
          {"$id": "a", "slug": "a", "label": "A"}, {"$id": "b", "slug": "b", "label": "B"}
        ]}}
        """
      let container = try ModelContainer(
        for: Collection.schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
        presets: [try Collection.catalog(json)])
      return try ModelContext(container)
        .fetch(FetchDescriptor<Drawer>(sortBy: [SortDescriptor(\.label)])).map(\.serial)
    }
    let found = try serials()
    #expect(Set(found).count == 2)
    #expect(try serials() == found)
  }

  @Test("The members of a file and of its presets may be in any order")
  func order() throws {
    func drawers(_ json: String) throws -> [String] {
      let container = try ModelContainer(
        for: Collection.schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
        presets: [try Collection.catalog(json)])
      return try ModelContext(container)
        .fetch(FetchDescriptor<Drawer>(sortBy: [SortDescriptor(\.label)]))
        .map { "\($0.slug) \($0.label) \($0.serial)" }
    }
    let user = #""leavingToUser": {"Drawer": ["created"]}"#
    let first = try drawers(
      """
      {"catalog": "c", \(user), "presets": {"Drawer": [
        {"$id": "a", "slug": "a", "label": "A"}, {"$id": "b", "slug": "b", "label": "B"}
      ]}}
      """)
    #expect(first.count == 2)
    let last = try drawers(
      """
      {"presets": {"Drawer": [
        {"label": "A", "$id": "a", "slug": "a"}, {"slug": "b", "label": "B", "$id": "b"}
      ]}, \(user), "catalog": "c"}
      """)
    #expect(last == first)
  }

  private static let transformer: Void = ValueTransformer.setValueTransformer(
    PresetListTransformer(), forName: NSValueTransformerName("PresetListTransformer"))

  private func rows(_ catalog: PresetCatalog) throws -> [[String]] {
    var rows: [[String]] = []
    try Kitchen.with(.file) { url in
      guard let url else { return }
      let container = try ModelContainer(
        for: Collection.schema, configurations: [ModelConfiguration(url: url)], presets: [catalog])
      rows = try RawDatabase(url).table("Specimen")
      withExtendedLifetime(container) {}
    }
    return rows
  }
}
