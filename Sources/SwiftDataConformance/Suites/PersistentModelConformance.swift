import Foundation
import SwiftData
import Testing

@Suite("Conformance: PersistentModel")
struct PersistentModelConformance {
  @Test("What @Model gives a class")
  func members() throws {
    let names = Summit.schemaMetadata.map { "\($0)" }
    #expect(names.count == 2)
    #expect(Summit.Root.self == Summit.self)
    let data: some BackingData<Summit> = Summit.createBackingData()
    let summit = Summit.init(backingData: data)
    #expect(summit.modelContext == nil)
    #expect(!summit.hasChanges)
    #expect(summit.id == summit.persistentModelID)
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

  @Test("Changes", arguments: Stage.allCases)
  func changes(stage: Stage) throws {
    try stage.with { container in
      let context = ModelContext(container)
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
      context.insert(one)
      try context.save()
      #expect(known.contains(one))
      #expect(try ModelContext(container).all(Summit.self).first == one)
    }
    var hasher = Hasher()
    one.hash(into: &hasher)
  }
}
