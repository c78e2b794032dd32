import Foundation
import SwiftData
import Testing

// Models with properties of every kind: a required reference, and a collection of values that can be
// encoded.

@Model
final class Pitch: Codable {
  var length: Int
  var topo: Topo?

  init(_ length: Int) { self.length = length }

  init(from decoder: any Decoder) throws {
    length = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(length)
  }
}

@Model
final class Topo {
  var summit: Summit
  @Relationship(inverse: \Pitch.topo) var pitches: [Pitch] = []

  init(_ summit: Summit) { self.summit = summit }
}

/// The members that every model has, and objects without a container.
///
/// A model that was not inserted works like any class: its values can be read, written and observed. Equality
/// and hashing use the identity of the object, not its values. `hasChanges` is true from an insertion or a
/// change to the next save.
@Suite("Conformance: PersistentModel")
struct PersistentModelConformance {
  @Test("What @Model gives a class")
  func members() throws {
    #expect(Summit.schemaMetadata.count == 2)
    let data: some BackingData<Summit> = Summit.createBackingData()
    let summit = Summit.init(backingData: data)
    #expect(summit.modelContext == nil)
    #expect(!summit.hasChanges)
    #expect(summit.id == summit.persistentModelID)
  }

  @Test("What holds for every model")
  func requirements() {
    func make<Model: PersistentModel>(_ type: Model.Type) -> Model {
      let data: some BackingData<Model> = Model.createBackingData()
      let model = Model(backingData: data)
      #expect(model.persistentBackingData.persistentModelID == model.persistentModelID)
      model.persistentBackingData = model.persistentBackingData
      #expect(model == model)
      return model
    }
    func names<Model: PersistentModel>(_ type: Model.Type) -> Int { Model.schemaMetadata.count }
    #expect(make(Summit.self) != make(Summit.self))
    #expect(names(Summit.self) == 2)
    #expect(names(Cache.self) == 2)
  }

  @Test("A model works without a container")
  func detached() {
    let expedition = Expedition("Cerro Torre", 1974)
    let camp = Camp("ice")
    expedition.camps.append(camp)
    #expect(camp.expedition === expedition)
    #expect(expedition.persistentModelID.isTemporary)
    #expect(!expedition.isDeleted)
  }

  @Test("Values by key path, through the model and through its backing data")
  func values() throws {
    let context = ModelContext(try memoryContainer())
    let (expedition, camp) = (Expedition("Jannu"), Camp("C1"))
    context.insert(expedition)
    context.insert(camp)
    expedition.setValue(forKey: \.year, to: 1962)
    expedition.setValue(forKey: \.camps, to: [camp])
    #expect(expedition.getValue(forKey: \.year) == 1962)
    #expect(expedition.getValue(forKey: \.camps).first === camp)
    #expect(camp.getValue(forKey: \.expedition) === expedition)
    camp.setValue(forKey: \.expedition, to: nil as Expedition?)
    #expect(expedition.camps.isEmpty)
    expedition.setTransformableValue(forKey: \.year, to: 1963)
    #expect(expedition.getTransformableValue(forKey: \.year) == 1963)
    #expect(expedition.persistentBackingData.persistentModelID == expedition.persistentModelID)
  }

  @Test("A required reference, and a collection of models that can be encoded, by key path")
  func otherKinds() throws {
    let context = ModelContext(try memoryContainer([Topo.self]))
    let (first, second) = (Summit("Kleine Zinne"), Summit("Große Zinne"))
    let topo = Topo(first)
    context.insert(topo)
    context.insert(second)
    #expect(topo.getValue(forKey: \.summit) === first)
    topo.setValue(forKey: \.summit, to: second)
    #expect(topo.summit === second)
    let pitch = Pitch(40)
    topo.setValue(forKey: \.pitches, to: [pitch])
    #expect(topo.getValue(forKey: \.pitches).first === pitch)
    #expect(pitch.topo === topo)
    try context.save()
    let copy = try #require(try context.another.all(Topo.self).first)
    #expect(copy.summit.name == "Große Zinne")
    #expect(copy.pitches.map(\.length) == [40])
  }

  @Test("Changes", arguments: Stage.allCases)
  func changes(stage: Stage) throws {
    try stage.with { context in
      let summit = Summit("Bishorn")
      context.insert(summit)
      #expect(summit.modelContext === context)
      #expect(summit.hasChanges)
      try context.save()
      #expect(!summit.hasChanges)
      summit.height = 4153
      #expect(summit.hasChanges)
    }
  }

  @Test("Equality and hashing go by identity")
  func equality() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    let (one, two) = (Summit("same"), Summit("same"))
    #expect(one == one)
    #expect(one != two)
    try deviation("The hash is the same before and after the first save") {
      let known: Set<Summit> = [one]
      try context.add(one)
      #expect(known.contains(one))
      #expect(try ModelContext(container).all(Summit.self).first == one)
    }
    var hasher = Hasher()
    one.hash(into: &hasher)
  }
}
