import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Transformable attributes")
struct TransformableTests {
  private static let red = Tint(red: 255, green: 0, blue: 16)
  private static let sea = Tint(red: 0, green: 96, blue: 128)

  init() {
    ValueTransformer.setValueTransformer(ShoutingTransformer(), forName: ShoutingTransformer.name)
  }

  private func container(_ kind: StoreKind, _ file: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Swatch.self,
      configurations: kind == .file
        ? ModelConfiguration(url: file) : ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test("Values come back from their data, in all four spellings", arguments: StoreKind.allCases)
  func roundTrip(_ kind: StoreKind) throws {
    let directory = try ScratchDirectory()
    let container = try container(kind, directory.file("swatches.store"))
    let context = ModelContext(container)
    let swatch = Swatch("one", tint: Self.red)
    swatch.border = Self.sea
    swatch.archive = ["a", 2]
    context.insert(swatch)
    context.insert(Swatch("two", tint: Self.sea))
    try context.save()

    let found = try ModelContext(container).fetch(
      FetchDescriptor<Swatch>(sortBy: [SortDescriptor(\.title)]))
    #expect(found.map(\.tint) == [Self.red, Self.sea])
    #expect(found.map(\.border) == [Self.sea, nil])
    // The transformer shouts: what was stored is its data, and not the value.
    #expect(found.map(\.cry) == ["HEY", "HEY"])
    #expect(found.map(\.echo) == [nil, nil])
    #expect(found[0].archive == NSArray(array: ["a", 2]))
    #expect(found[1].archive == nil)
  }

  @Test("The column holds the transformer's data")
  func column() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("swatches.store")
    let context = ModelContext(try container(.file, file))
    context.insert(Swatch("one", tint: Self.red))
    try context.save()
    let raw = try RawDatabase(file)
    #expect(
      try raw.rows("SELECT hex(tint), border IS NULL, hex(cry) FROM Swatch")
        == [["FF0010", "1", "484559"]])
  }

  @Test("An edit is saved, and other contexts follow")
  func edit() throws {
    let directory = try ScratchDirectory()
    let container = try container(.file, directory.file("swatches.store"))
    let context = ModelContext(container)
    let swatch = Swatch("one", tint: Self.red)
    context.insert(swatch)
    try context.save()
    let other = ModelContext(container)
    let twin = try #require(other.model(for: swatch.persistentModelID) as? Swatch)
    #expect(twin.tint == Self.red)
    swatch.tint = Self.sea
    #expect(context.hasChanges)
    try context.save()
    #expect(twin.tint == Self.sea)
  }

  @Test("A predicate over such an attribute is decided in memory")
  func predicate() throws {
    let directory = try ScratchDirectory()
    let container = try container(.memory, directory.url)
    let context = ModelContext(container)
    let swatches = [Swatch("one", tint: Self.red), Swatch("two", tint: Self.sea)]
    for swatch in swatches { context.insert(swatch) }
    try context.save()
    let descriptor = FetchDescriptor<Swatch>(predicate: #Predicate { $0.cry == "HEY" })
    // The objects of this context still have what they were given.
    #expect(swatches.map(\.cry) == ["hey", "hey"])
    #expect(try context.fetch(descriptor).isEmpty)
    #expect(try ModelContext(container).fetchCount(descriptor) == 2)
  }

  #if !canImport(Darwin)
  /// A class of the program that no transformer lists.
  private final class Unlisted: NSObject {}

  private static let refusedValues: [@Sendable () -> NSObject] = [
    { NSAttributedString(string: "a") }, { Unlisted() }, { NSIndexSet(index: 1) },
    { NSArray(array: [Unlisted()]) }, { NSDictionary(dictionary: ["a": Unlisted()]) },
  ]

  @Test(
    "41/15: A value that would not be read again is refused, with its property and class",
    arguments: refusedValues.indices)
  func refused(index: Int) throws {
    let directory = try ScratchDirectory()
    let container = try container(.file, directory.file("swatches.store"))
    let context = ModelContext(container)
    let swatch = Swatch("one", tint: Self.red)
    swatch.archive = [Self.refusedValues[index]()]
    context.insert(swatch)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    let explanation = try #require(error?.explanation)
    #expect(explanation.contains("Swatch.archive"), "\(explanation)")
    #expect(explanation.contains("NSArray"), "\(explanation)")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Swatch>()) == 0)
    swatch.archive = ["a"]
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Swatch>()).first?.archive == ["a"])
  }

  @Test("41/15: The classes that the page lists come back from the file")
  func archivable() throws {
    let directory = try ScratchDirectory()
    let values = NSArray(array: [
      NSString(string: "a"), NSNumber(value: 2), NSNumber(value: 0.5), NSNumber(value: true),
      NSNumber(value: Int64.max), NSDate(timeIntervalSinceReferenceDate: 1.5),
      NSData(data: Data([1, 2])), try #require(NSURL(string: "https://example.com")), NSUUID(),
      NSNull(), NSArray(array: [3]), NSDictionary(dictionary: ["b": NSSet(array: ["c"])]),
    ])
    let context = ModelContext(try container(.file, directory.file("swatches.store")))
    let swatch = Swatch("one", tint: Self.red)
    swatch.archive = values
    context.insert(swatch)
    try context.save()
    let other = ModelContext(context.container)
    let found = try #require(try other.fetch(FetchDescriptor<Swatch>()).first?.archive)
    #expect(found.count == values.count)
    for (one, value) in zip(found, values) {
      #expect((one as? NSObject)?.isEqual(value) == true, "\(type(of: value)) \(value): \(one)")
    }
  }

  /// A transformer that lists further classes of Foundation, also one that is not archived.
  private final class WideTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] {
      super.allowedTopLevelClasses + [
        NSOrderedSet.self, NSLocale.self, NSTimeZone.self, NSCalendar.self, NSDateComponents.self,
        NSDateInterval.self, NSMeasurement.self, NSIndexSet.self, NSIndexPath.self,
        NSPersonNameComponents.self, NSRegularExpression.self, NSAttributedString.self,
      ]
    }
  }

  @Test(
    "41/15: Classes that a transformer lists come back, as structures too, and no others are archived"
  )
  func listed() throws {
    let (wide, narrow) = (WideTransformer(), NSSecureUnarchiveFromDataTransformer())
    let values: [Any] = [
      NSOrderedSet(array: ["a", "b"]), Locale(identifier: "de_AT"),
      try #require(TimeZone(identifier: "Europe/Vienna")), Calendar(identifier: .gregorian),
      DateComponents(year: 2026), DateInterval(start: Date(timeIntervalSince1970: 0), duration: 3),
      Measurement(value: 1, unit: UnitLength.meters), IndexSet(integer: 1), IndexPath(index: 1),
      PersonNameComponents(), try NSRegularExpression(pattern: "a"),
    ]
    for value in values {
      let data = try #require(wide.reverseTransformedValue(value) as? Data, "\(type(of: value))")
      #expect(wide.transformedValue(data) != nil, "\(type(of: value))")
      #expect(narrow.reverseTransformedValue(value) == nil, "\(type(of: value))")
      #expect(narrow.reverseTransformedValue([value]) == nil, "\(type(of: value))")
    }
    let refused: [Any] = [
      NSOrderedSet(array: [Unlisted()]), [Unlisted()], NSAttributedString(string: "a"),
    ]
    for value in refused {
      #expect(wide.reverseTransformedValue(value) == nil, "\(type(of: value))")
    }
  }
  #endif

  @Test("A transformer that nobody registered is named when it is needed")
  func missing() throws {
    let container = try ModelContainer(
      for: Untransformed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Untransformed(tint: nil))
    try context.save()
    context.insert(Untransformed(tint: Self.red))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.explanation.contains("NobodyRegistered") == true)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Untransformed>()) == 1)
  }

  @Test(
    "An object with data that the transformer cannot read is left out, and the property is reported"
  )
  func unreadable() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("swatches.store")
    let context = ModelContext(try container(.file, file))
    context.insert(Swatch("one", tint: Self.red))
    try context.save()
    try RawDatabase(file).run("UPDATE Swatch SET tint = x'00'")
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Swatch>()).isEmpty)
    let value = try #require(context.container.unrepresentableValues.first)
    #expect(value.description.contains("Swatch.tint"))
    #expect(value.reading == .leftOut)
  }

  @Test(
    "Without its transformer, stored data fail the fetch, which names the property and the way out")
  func missingWhenRead() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("untransformed.store")
    let container = try ModelContainer(
      for: Untransformed.self, configurations: ModelConfiguration(url: file))
    let context = ModelContext(container)
    context.insert(Untransformed(tint: nil))
    try context.save()
    try RawDatabase(file).run("UPDATE Untransformed SET tint = x'000102'")
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContext(container).fetch(FetchDescriptor<Untransformed>())
    }
    #expect(error == .unsupportedFeature)
    #expect(error?.explanation.contains("Untransformed.tint") == true)
    #expect(error?.explanation.contains("setValueTransformer") == true)
  }
}

@Suite("Value transformers")
struct ValueTransformerTests {
  @Test("A transformer is found by the name that it was registered under")
  func registry() throws {
    let name = NSValueTransformerName("Tint in tests")
    #expect(ValueTransformer(forName: name) == nil)
    ValueTransformer.setValueTransformer(TintTransformer(), forName: name)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    let transformer = try #require(ValueTransformer(forName: name))
    let data = transformer.transformedValue(Tint(red: 1, green: 2, blue: 3)) as? Data
    #expect(data == Data([1, 2, 3]))
    #expect(
      transformer.reverseTransformedValue(data) as? Tint == Tint(red: 1, green: 2, blue: 3))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }

  @Test("Archives are read and made, of the allowed classes only")
  func archives() throws {
    let name = NSValueTransformerName.secureUnarchiveFromDataTransformerName
    let transformer = try #require(ValueTransformer(forName: name))
    let data = try #require(transformer.reverseTransformedValue(NSArray(array: [1, "b"])) as? Data)
    #expect(transformer.transformedValue(data) as? NSArray == NSArray(array: [1, "b"]))
    #expect(transformer.transformedValue(Data([1, 2])) == nil)
    #expect(transformer.transformedValue(nil) == nil)
  }
}
