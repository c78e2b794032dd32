import Foundation
import SwiftData
import Testing

@Suite("Init accessors written by hand")
struct InitAccessorTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Missive.self, Strongbox.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func stored<Model: PersistentModel>(_ type: Model.Type) throws -> Model {
    try context.save()
    #expect(!context.hasChanges)
    return try #require(ModelContext(container).fetch(FetchDescriptor<Model>()).first)
  }

  @Test("13.7 A property over another's storage is no column")
  func columns() {
    let entities = container.schema.entitiesByName
    #expect(entities["Missive"]?.attributesByName.keys.sorted() == ["data", "label"])
    #expect(
      entities["Strongbox"]?.attributesByName.keys.sorted() == ["count", "data", "number", "seal"])
  }

  @Test("13.7 An initialiser sets the other's column by way of the property")
  func initialValue() throws {
    let missive = Missive("a", contents: Filling(weight: 3))
    #expect(missive.contents == Filling(weight: 3))
    #expect(missive.data == Filling(weight: 3).data)
    context.insert(missive)
    #expect(try stored(Missive.self).contents == Filling(weight: 3))
    missive.contents = Filling(weight: 4)
    #expect(try stored(Missive.self).data == Filling(weight: 4).data)
  }

  @Test("13.7 An object is inserted and saved before any property is read")
  func unread() throws {
    context.insert(Missive("a", contents: Filling(weight: 3)))
    #expect(try stored(Missive.self).contents == Filling(weight: 3))
  }

  @Test("13.7 The column's own property is set first, and keeps its value")
  func setBeforeRead() throws {
    let missive = Missive("a", contents: Filling(weight: 3))
    missive.data = Filling(weight: 5).data
    #expect(missive.contents == Filling(weight: 5))
    context.insert(missive)
    #expect(try stored(Missive.self).contents == Filling(weight: 5))
  }

  @Test("13.7 A property that no initialiser sets is nil")
  func unset() throws {
    let missive = Missive("a")
    #expect(missive.contents == nil)
    context.insert(missive)
    #expect(try stored(Missive.self).data == nil)
  }

  @Test("13.7 Rows of a class with constants keep their values: defaults do not replace them")
  func constants() throws {
    let strongbox = Strongbox(7, count: Tally(number: 2))
    #expect(strongbox.count == Tally(number: 2))
    strongbox.seal = Tally(number: 9)
    strongbox.contents = Filling(weight: 6)
    context.insert(strongbox)
    let found = try stored(Strongbox.self)
    #expect(found.number == 7)
    #expect(found.seal == Tally(number: 9))
    #expect(found.contents == Filling(weight: 6))
    #expect(found.count == Tally(number: 2))
    #expect(!found.hasChanges)
  }

  @Test("13.7 Classes that inherit have init accessors of their own")
  func inheritance() throws {
    let container = try ModelContainer(
      for: Casket.self, SmallCasket.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let casket = SmallCasket(lining: Filling(weight: 2))
    casket.seal = Tally(number: 4)
    #expect(casket.lining == Filling(weight: 2))
    context.insert(casket)
    try context.save()
    let found = try #require(
      ModelContext(container).fetch(FetchDescriptor<Casket>()).first as? SmallCasket)
    #expect(found.seal == Tally(number: 4))
    #expect(found.lining == Filling(weight: 2))
    #expect(found.locks == 1)
    #expect(!found.hasChanges)
  }

  @Test("13.7 Backing data sets the columns")
  func backingData() {
    let data: some BackingData<Missive> = Missive.createBackingData()
    data.setValue(forKey: \.label, to: "b")
    data.setValue(forKey: \.data, to: Filling(weight: 8).data)
    #expect(Missive(backingData: data).contents == Filling(weight: 8))
  }
}

private struct Filling: Equatable {
  var weight: Int

  init(weight: Int) { self.weight = weight }

  init?(_ data: Data?) {
    guard let data, let weight = Int(String(decoding: data, as: UTF8.self)) else { return nil }
    self.weight = weight
  }

  var data: Data { Data("\(weight)".utf8) }
}

private struct Tally: Codable, Equatable {
  var number = 0
}

@Model
private final class Missive {
  var label: String
  @Attribute(.externalStorage) var data: Data?

  var contents: Filling? {
    @storageRestrictions(initializes: _data, accesses: _$backingData)
    init(initialValue) {
      _data = .init()
      _$backingData.setValue(forKey: \.data, to: initialValue?.data)
    }
    get { Filling(data) }
    set { data = newValue?.data }
  }

  init(_ label: String) { self.label = label }

  init(_ label: String, contents: Filling) {
    self.contents = contents
    self.label = label
  }
}

@Model
private final class Strongbox {
  let number: Int

  var contents: Filling? {
    @storageRestrictions(initializes: _data, accesses: _$backingData)
    init(initialValue) {
      _data = .init()
      _$backingData.setValue(forKey: \.data, to: initialValue?.data)
    }
    get { Filling(data) }
    set { data = newValue?.data }
  }

  var data: Data?

  /// A column with accessors against the backing data.
  var seal: Tally? {
    @storageRestrictions(initializes: _seal, accesses: _$backingData)
    init(initialValue) {
      _seal = .init()
      _$backingData.setValue(forKey: \.seal, to: initialValue)
    }
    get { getValue(forKey: \.seal) }
    set { setValue(forKey: \.seal, to: newValue) }
  }

  var count: Tally {
    @storageRestrictions(initializes: _count, accesses: _$backingData)
    init(initialValue) {
      _count = .init()
      _$backingData.setValue(forKey: \.count, to: initialValue)
    }
    get { getValue(forKey: \.count) }
    set { setValue(forKey: \.count, to: newValue) }
  }

  init(_ number: Int, count: Tally) {
    self.number = number
    self.count = count
  }
}

@Model
private class Casket {
  let locks: Int

  var seal: Tally? {
    @storageRestrictions(initializes: _seal, accesses: _$backingData)
    init(initialValue) {
      _seal = .init()
      _$backingData.setValue(forKey: \.seal, to: initialValue)
    }
    get { getValue(forKey: \.seal) }
    set { setValue(forKey: \.seal, to: newValue) }
  }

  init(locks: Int) { self.locks = locks }
}

@Model
private final class SmallCasket: Casket {
  var lining: Filling? {
    @storageRestrictions(initializes: _data, accesses: _$backingData)
    init(initialValue) {
      _data = .init()
      _$backingData.setValue(forKey: \.data, to: initialValue?.data)
    }
    get { Filling(data) }
    set { data = newValue?.data }
  }

  var data: Data?

  init(lining: Filling) {
    self.lining = lining
    super.init(locks: 1)
  }
}
