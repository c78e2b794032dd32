import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

// One test counts how often default values are made. Others make them, too.
@Suite("What @Model writes, at run time", .serialized)
struct ModelMacroBehaviourTests: CuriositySuite {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try curiosityContainer()
    context = ModelContext(container)
  }

  // MARK: Property observers

  @Test("willSet and didSet run around an assignment, in order")
  func observersRun() {
    let thermostat = Thermostat()
    thermostat.degrees = 25
    #expect(thermostat.log == ["will 20 -> 25", "did 20 -> 25"])
  }

  @Test("Initialisers run no observers")
  func observersInInit() throws {
    let thermostat = Thermostat(degrees: 99)
    #expect(thermostat.log.isEmpty)
    #expect(thermostat.degrees == 99)
    context.insert(thermostat)
    #expect(try readBack(Thermostat.self).log.isEmpty)
  }

  @Test("An observer that assigns to its own property does not run again")
  func observerAssignsItself() throws {
    let thermostat = Thermostat()
    context.insert(thermostat)
    thermostat.degrees = 40
    #expect(thermostat.degrees == 30)
    #expect(thermostat.log == ["will 20 -> 40", "did 20 -> 40"])
    #expect(try readBack(Thermostat.self).degrees == 30)
  }

  @Test("An observer may name the old value, and return early")
  func namedOldValue() {
    let thermostat = Thermostat()
    thermostat.unit = "C"
    thermostat.unit = "K"
    #expect(thermostat.log == ["unit C -> K"])
  }

  @Test("An observer of a relationship may shorten it")
  func observerOfRelationship() throws {
    let thermostat = Thermostat()
    context.insert(thermostat)
    for value in 0..<6 { thermostat.readings.append(ThermostatReading(value)) }
    #expect(thermostat.readings.map(\.value) == [3, 4, 5])
    let found = try readBack(Thermostat.self)
    #expect(found.readings.map(\.value) == [3, 4, 5])
    #expect(found.readings.allSatisfy { $0.thermostat === found })
  }

  @Test("A compound assignment and an inout call run observers once")
  func compoundAssignment() {
    let thermostat = Thermostat()
    thermostat.degrees += 1
    func raise(_ value: inout Int) {
      value += 1
      value += 1
    }
    raise(&thermostat.degrees)
    #expect(
      thermostat.log == ["will 20 -> 21", "did 20 -> 21", "will 21 -> 23", "did 21 -> 23"]
    )
  }

  @Test("Reading back from the store runs no observers, nor does a rollback")
  func observersAndRollback() throws {
    let thermostat = Thermostat()
    context.insert(thermostat)
    try context.save()
    thermostat.degrees = 22
    thermostat.log = []
    context.rollback()
    #expect(thermostat.degrees == 20)
    #expect(thermostat.log.isEmpty)
  }

  // MARK: Generic code

  private func first<M: PersistentModel>(
    _ type: M.Type,
    sorted key: any (KeyPath<M, String> & Sendable)
  )
    throws -> M?
  {
    var descriptor = FetchDescriptor(sortBy: [SortDescriptor(key)])
    descriptor.fetchLimit = 1
    return try context.fetch(descriptor).first
  }

  private func insertAll(_ models: [any PersistentModel]) {
    for model in models { context.insert(model) }
  }

  @Test("Generic code works with any model")
  func generics() throws {
    insertAll([
      Portable(name: "b", amount: 1), Portable(name: "a", amount: 2), Lazybones(name: "z"),
    ])
    #expect(try first(Portable.self, sorted: \.name)?.amount == 2)
    #expect(try first(Lazybones.self, sorted: \.name)?.name == "z")
    #expect(context.insertedModelsArray.count == 3)
    func count<M: PersistentModel>(_ type: M.Type) throws -> Int {
      try context.fetchCount(FetchDescriptor<M>())
    }
    let types: [any PersistentModel.Type] = [Portable.self, Lazybones.self, Wide.self]
    #expect(try types.map { try count($0) } == [2, 1, 0])
    let models: [any PersistentModel] = try context.fetch(FetchDescriptor<Portable>())
    for model in models { context.delete(model) }
    #expect(try count(Portable.self) == 0)
  }

  // MARK: Transient and ephemeral

  @Test("A transient property is not a column, and has its default after a fetch")
  func transient() throws {
    let lazy = Lazybones(name: "n")
    lazy.count = 5
    context.insert(lazy)
    try context.save()
    #expect(lazy.count == 5)
    #expect(try context.fetch(FetchDescriptor<Lazybones>()).first?.count == 5)
    let found = try readBack(Lazybones.self)
    #expect(found.count == 0)
    #expect(found.shouted == "N")
    let mayfly = Mayfly(name: "m")
    mayfly.maybe = CountedDefault()
    context.insert(mayfly)
    let foundMayfly = try readBack(Mayfly.self)
    #expect(foundMayfly.maybe == nil)
    #expect(foundMayfly.token === foundMayfly.token)
    #expect(foundMayfly.token !== mayfly.token)
    let names = try #require(container.schema.entitiesByName["Lazybones"]).attributes.map(\.name)
    #expect(Set(names).isSuperset(of: ["name", "stamp", "text"]))
    #expect(Set(names).isDisjoint(with: ["count", "shouted"]))
  }

  @Test("A transient property is observed, and its change is none of the store's")
  func transientObserved() throws {
    let lazy = Lazybones(name: "n")
    context.insert(lazy)
    try context.save()
    let calls = Journal()
    withObservationTracking {
      _ = lazy.count
    } onChange: {
      calls.note()
    }
    lazy.count = 1
    #expect(calls.count == 1)
    #expect(!lazy.hasChanges)
    #expect(!context.hasChanges)
  }

  @Test("An ephemeral attribute is observed, counts as a change, and is never stored")
  func ephemeral() throws {
    let lazy = Lazybones(name: "n")
    context.insert(lazy)
    try context.save()
    let calls = Journal()
    withObservationTracking {
      _ = lazy.draft
    } onChange: {
      calls.note()
    }
    lazy.draft = "written"
    #expect(calls.count == 1)
    #expect(lazy.hasChanges)
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    #expect(lazy.draft == "written")
    #expect(try readBack(Lazybones.self).draft == "empty")
    let draft = container.schema.entitiesByName["Lazybones"]?.attributesByName["draft"]
    #expect(draft?.options.contains(.ephemeral) != false)
  }

  @Test("Reading rows evaluates no default values", .timeLimit(.minutes(1)))
  func defaultsAreNotEvaluated() throws {
    for number in 0..<20 { context.insert(Lazybones(name: "\(number)")) }
    try context.save()
    // The schema is described once.
    _ = try ModelContext(container).fetchCount(FetchDescriptor<Lazybones>())
    let before = CountedDefault.made.load(ordering: .relaxed)
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Lazybones>())
    #expect(found.count == 20)
    #expect(Set(found.map(\.stamp)).count == 20)
    #expect(found.allSatisfy { $0.text.hasPrefix("made ") })
    #expect(CountedDefault.made.load(ordering: .relaxed) == before)
  }

  // MARK: Codable

  @Test("A model that is Codable")
  func codable() throws {
    let portable = try JSONDecoder().decode(
      Portable.self,
      from: Data(#"{"name":"decoded","amount":3}"#.utf8)
    )
    context.insert(portable)
    let found = try readBack(Portable.self)
    #expect(found.name == "decoded")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(found), as: UTF8.self)
    #expect(json == #"{"amount":3,"name":"decoded"}"#)
  }

  // MARK: Backing data

  @Test("13.2 Backing data, also in a constant, reads and writes an object's values")
  func backingData() throws {
    let thermostat = Thermostat()
    context.insert(thermostat)
    try context.save()
    let data = thermostat.persistentBackingData
    #expect(data.getValue(forKey: \.degrees) == 20)
    #expect(data.persistentModelID == thermostat.persistentModelID)
    data.setValue(forKey: \.degrees, to: 5)
    #expect(thermostat.degrees == 5)
    #expect(context.hasChanges)
    let reading = ThermostatReading(1)
    data.setValue(forKey: \.readings, to: [reading])
    #expect(thermostat.readings == [reading])
    #expect(reading.thermostat === thermostat)
    #expect(data.getValue(forKey: \.readings) == [reading])
    let other = ThermostatReading(2).persistentBackingData
    other.setValue(forKey: \.thermostat, to: thermostat)
    other.setTransformableValue(forKey: \.value, to: 7)
    #expect(other.getValue(forKey: \.value) == 7)
    #expect(thermostat.readings.count == 2)
    #expect(reading.persistentBackingData.getValue(forKey: \.thermostat) === thermostat)
  }

  @Test("Values are read and set by key path")
  func keyPathAccess() throws {
    let thermostat = Thermostat()
    context.insert(thermostat)
    thermostat.setValue(forKey: \.unit, to: "F")
    #expect(thermostat.unit == "F")
    #expect(thermostat.getValue(forKey: \.unit) == "F")
    let reading = ThermostatReading(3)
    reading.setValue(forKey: \.thermostat, to: thermostat)
    #expect(thermostat.readings == [reading])
    let owner: Thermostat? = reading.getValue(forKey: \.thermostat)
    #expect(owner === thermostat)
    thermostat.setValue(forKey: \.readings, to: [ThermostatReading]())
    #expect(reading.thermostat == nil)
    #expect(thermostat.getValue(forKey: \.readings).isEmpty)
    reading.setTransformableValue(forKey: \.value, to: 9)
    #expect(reading.getTransformableValue(forKey: \.value) == 9)
  }

  private func make<M: PersistentModel>(_ data: some BackingData<M>) -> M { M(backingData: data) }

  @Test("An object is made from backing data of its own")
  func madeFromBackingData() throws {
    func filled(_ data: some BackingData<Portable>) -> Portable {
      data.setValue(forKey: \.name, to: "from data")
      data.setValue(forKey: \.amount, to: 8)
      #expect(data.getValue(forKey: \.amount) == 8)
      return Portable(backingData: data)
    }
    let portable = filled(Portable.createBackingData())
    #expect(portable.name == "from data")
    #expect(portable.amount == 8)
    context.insert(portable)
    #expect(try readBack(Portable.self).name == "from data")
    // Nothing was set: defined values.
    func empty(_ data: some BackingData<Sealed>) -> Sealed { Sealed(backingData: data) }
    #expect(empty(Sealed.createBackingData()).serial == "")
  }

  // MARK: Metadata

  @Test("The metadata of a model can be walked by reflection")
  func metadata() throws {
    func children(_ metadata: Schema.PropertyMetadata) -> [String: Any] {
      Dictionary(
        Mirror(reflecting: metadata).children.compactMap { child in
          child.label.map { ($0, child.value) }
        },
        uniquingKeysWith: { first, _ in first }
      )
    }
    let all = Gadget.schemaMetadata.map(children)
    #expect(all.allSatisfy { $0.keys.contains("keypath") && $0.keys.contains("metadata") })
    let key = try #require(
      all.first { $0["keypath"] as? AnyKeyPath == \Gadget.key && $0["name"] as? String == "key" }
    )
    let attribute = try #require(key["metadata"] as? Schema.Attribute)
    #expect(attribute.isUnique)
    #expect(attribute.options.contains(.unique))
    #expect(attribute.originalName == "identifier")
    let parts = try #require(all.first { $0["keypath"] as? AnyKeyPath == \Gadget.parts })
    let relationship = try #require(parts["metadata"] as? Schema.Relationship)
    #expect(relationship.deleteRule == .cascade)
    #expect(relationship.inverseKeyPath == \GadgetPart.gadget)
    #expect(all.contains { $0["metadata"] is Schema.Index<Gadget> })
    #expect(all.contains { $0["metadata"] is Schema.Unique<Gadget> })
    let numbers = Inferred.schemaMetadata.map(children)
    let number = try #require(numbers.first { $0["keypath"] as? AnyKeyPath == \Inferred.number })
    #expect(number["defaultValue"] as? Int == 5)
  }
}
