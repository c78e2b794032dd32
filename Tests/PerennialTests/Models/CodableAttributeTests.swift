import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Attribute types: raw values, Codable types, collections")
struct CodableAttributeTests: SpecimenSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test(
    "Enumerations with raw values, option sets, raw-value structures",
    arguments: StoreKind.allCases
  )
  func rawValues(_ kind: StoreKind) throws {
    try check(\CodableSpecimen.mood, SpecimenMood.allCases, kind)
    try clear()
    try check(\CodableSpecimen.level, SpecimenLevel.allCases, kind)
    try clear()
    try check(\CodableSpecimen.traits, [[], .soft, .round, [.soft, .round]], kind)
    try clear()
    try check(
      \CodableSpecimen.tag,
      ["", "a", "\"b\""].map { SpecimenTag(rawValue: $0) },
      kind
    )
    try clear()
    try check(\OptionalSpecimen.mood, SpecimenMood.allCases.map { $0 } + [nil], kind)
    try clear()
    try check(\OptionalSpecimen.level, SpecimenLevel.allCases.map { $0 } + [nil], kind)
  }

  static let shapes: [SpecimenShape] = [
    .empty, .circle(radius: 0.1), .rectangle(1, -2),
    .group([.empty, .group([.circle(radius: 3)], name: nil)], name: "outer"),
  ]

  static let places: [SpecimenPlace] = [
    SpecimenPlace(),
    SpecimenPlace(
      name: "Æ\"\\/ø",
      point: .init(x: 0.1, y: -1e300),
      shape: shapes[3],
      history: [.init(x: 1, y: 2), .init()],
      notes: ["set": "value", "null": nil],
      mood: .wild,
      day: Date(timeIntervalSinceReferenceDate: 0.1)
    ),
  ]

  @Test(
    "Enumerations with associated values, nested structures, generics",
    arguments: StoreKind.allCases
  )
  func codables(_ kind: StoreKind) throws {
    try check(\CodableSpecimen.shape, Self.shapes, kind)
    try clear()
    try check(\CodableSpecimen.place, Self.places, kind)
    try clear()
    try check(\CodableSpecimen.either, [.first(.max), .second("two")], kind)
    try clear()
    try check(\CodableSpecimen.single, [SpecimenSingle(value: 7)], kind)
    try clear()
    try check(\CodableSpecimen.unkeyed, [SpecimenUnkeyed(x: 0.1, y: 2)], kind)
    try clear()
    try check(\OptionalSpecimen.shape, Self.shapes.map { $0 } + [nil], kind)
    try clear()
    try check(\OptionalSpecimen.place, Self.places.map { $0 } + [nil], kind)
  }

  @Test("Arrays keep their order, their nils and their emptiness", arguments: StoreKind.allCases)
  func arrays(_ kind: StoreKind) throws {
    try check(\CodableSpecimen.numbers, [[], [3, 1, 2, .max, .min]], kind)
    try clear()
    try check(\CodableSpecimen.doubles, [AttributeTypeTests.doubles], kind)
    try clear()
    try check(\CodableSpecimen.texts, [AttributeTypeTests.strings, []], kind)
    try clear()
    try check(\CodableSpecimen.flags, [[true, false, true]], kind)
    try clear()
    try check(\CodableSpecimen.dates, [[.distantPast, Date(), .distantFuture]], kind)
    try clear()
    try check(\CodableSpecimen.uuids, [[UUID(), UUID()]], kind)
    try clear()
    try check(\CodableSpecimen.blobs, [[Data(), Data(0...255)]], kind)
    try clear()
    try check(\CodableSpecimen.gaps, [[nil, 1, nil], [nil], []], kind)
    try clear()
    try check(\CodableSpecimen.nested, [[[], [1], [2, 3]]], kind)
    try clear()
    try check(\CodableSpecimen.moods, [[.wild, .calm, .wild]], kind)
    try clear()
    try check(\CodableSpecimen.shapes, [Self.shapes], kind)
    try clear()
    try check(\CodableSpecimen.places, [Self.places], kind)
    try clear()
    try check(\OptionalSpecimen.list, [nil, [], [1]], kind)
    try clear()
    try check(\OptionalSpecimen.texts, [nil, [], [""]], kind)
  }

  @Test("Sets and dictionaries", arguments: StoreKind.allCases)
  func setsAndDictionaries(_ kind: StoreKind) throws {
    try check(\CodableSpecimen.set, [[], ["a", "b", ""]], kind)
    try clear()
    try check(\CodableSpecimen.moodSet, [Set(SpecimenMood.allCases)], kind)
    try clear()
    try check(\CodableSpecimen.table, [["a": "1", "b": nil, "": ""], [:]], kind)
    try clear()
    try check(\CodableSpecimen.byNumber, [[-1: "minus", .max: "max"]], kind)
    try clear()
    try check(\CodableSpecimen.byMood, [[.calm: [1], .wild: []]], kind)
    try clear()
    try check(\OptionalSpecimen.table, [nil, [:], ["a": 1]], kind)
  }

  @Test("Durations, ranges, measurements, calendar parts", arguments: StoreKind.allCases)
  func foundationTypes(_ kind: StoreKind) throws {
    let durations: [Duration] = [
      .zero, .seconds(1), .milliseconds(-1), .init(secondsComponent: .max, attosecondsComponent: 1),
      .init(secondsComponent: 0, attosecondsComponent: 1),
    ]
    try check(\CodableSpecimen.duration, durations, kind)
    try clear()
    try check(\OptionalSpecimen.duration, durations.map { $0 } + [nil], kind)
    try clear()
    try check(\CodableSpecimen.range, [0..<0, -5..<Int.max], kind)
    try clear()
    try check(
      \CodableSpecimen.components,
      [DateComponents(year: 2026, month: 2, day: 29)],
      kind
    )
    try clear()
    try check(
      \CodableSpecimen.dateInterval,
      [DateInterval(start: Date(), duration: 0.1)],
      kind
    )
    try clear()
    try check(
      \CodableSpecimen.length,
      [Measurement(value: 1.1, unit: UnitLength.kilometers)],
      kind
    )
  }

  @Test("Changes within a value are changes of the property", arguments: StoreKind.allCases)
  func changesInPlace(_ kind: StoreKind) throws {
    let container = try specimenContainer(kind == .file ? file : nil)
    let context = ModelContext(container)
    let specimen = CodableSpecimen()
    context.insert(specimen)
    try context.save()
    specimen.numbers.append(1)
    specimen.place.point = .init(x: 1, y: 1)
    specimen.place.point?.y = 2
    specimen.place.notes["k"] = .some(nil)
    specimen.set.insert("new")
    specimen.nested += [[1]]
    specimen.table["t"] = "v"
    #expect(specimen.hasChanges)
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<CodableSpecimen>()).first
    )
    #expect(read.numbers == [1])
    #expect(read.place.point == .init(x: 1, y: 2))
    #expect(read.place.notes == ["k": nil])
    #expect(read.set == ["new"])
    #expect(read.nested == [[1]])
    #expect(read.table == ["t": "v"])
  }
}
