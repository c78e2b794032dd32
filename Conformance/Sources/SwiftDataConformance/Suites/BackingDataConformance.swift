import Foundation
import SwiftData
import Testing

/// The storage of an object's values, by key path: `BackingData`.
///
/// Checks the four accessors for attributes, references and collections, on detached storage and on that
/// of an inserted object. A value that is set through the storage is the object's own value at once, and
/// updates the inverse. Storage that a constant holds can be changed, because it is a reference.
@Suite("Conformance: BackingData")
struct BackingDataConformance {
  private func roundTrip<Data: BackingData>(_ data: Data) -> String where Data.Model == Summit {
    data.setValue(forKey: \.name, to: "Zinalrothorn")
    data.setTransformableValue(forKey: \.height, to: 4221)
    let height: Int = data.getTransformableValue(forKey: \.height)
    let name: String = data.getValue(forKey: \.name)
    return "\(name) \(height)"
  }

  private func make<Data: BackingData>(like _: Data) -> Data { Data(for: Data.Model.self) }

  @Test("Detached storage keeps values and makes objects")
  func detached() {
    let data: some BackingData<Summit> = Summit.createBackingData()
    #expect(roundTrip(data) == "Zinalrothorn 4221")
    #expect(roundTrip(make(like: data)) == "Zinalrothorn 4221")
    _ = data.metadata
    let summit = Summit(backingData: data)
    #expect(summit.name == "Zinalrothorn")
    #expect(summit.height == 4221)
  }

  @Test("Setting a value needs no variable")
  func constants() {
    let summit = Summit("Weisshorn", 1)
    let data = summit.persistentBackingData
    data.setValue(forKey: \.name, to: "Bishorn")
    data.setTransformableValue(forKey: \.height, to: 4153)
    #expect(summit.name == "Bishorn")
    #expect(summit.height == 4153)
  }

  @Test("An object's own")
  func live() throws {
    let context = ModelContext(try memoryContainer())
    let summit = Summit("Dürrenhorn", 1)
    context.insert(summit)
    #expect(roundTrip(summit.persistentBackingData) == "Zinalrothorn 4221")
    #expect(summit.height == 4221)
    #expect(summit.persistentBackingData.persistentModelID == summit.persistentModelID)
  }

  @Test("References and collections of an object's own")
  func relationships() throws {
    func link<Data: BackingData<Topo>>(_ data: Data, summit: Summit, pitch: Pitch) {
      data.setValue(forKey: \.summit, to: summit)
      #expect(data.getValue(forKey: \.summit) === summit)
      data.setValue(forKey: \.pitches, to: [pitch])
      #expect(data.getValue(forKey: \.pitches).map(\.length) == [pitch.length])
    }
    func link<Data: BackingData<Camp>>(_ data: Data, expedition: Expedition, cache: Cache) {
      data.setValue(forKey: \.expedition, to: expedition)
      #expect(data.getValue(forKey: \.expedition) === expedition)
      data.setValue(forKey: \.caches, to: [cache])
      #expect(data.getValue(forKey: \.caches).map(\.label) == [cache.label])
    }
    let context = ModelContext(try memoryContainer([Topo.self, Camp.self]))
    let (topo, summit, pitch) = (Topo(Summit("a")), Summit("b"), Pitch(3))
    let (camp, expedition, cache) = (Camp("c"), Expedition("e"), Cache("l"))
    for model in [topo, summit, pitch, camp, expedition, cache] as [any PersistentModel] {
      context.insert(model)
    }
    link(topo.persistentBackingData, summit: summit, pitch: pitch)
    #expect(topo.summit === summit)
    #expect(pitch.topo === topo)
    link(camp.persistentBackingData, expedition: expedition, cache: cache)
    #expect(camp.expedition === expedition)
    #expect(expedition.camps == [camp])
    #expect(cache.camp === camp)
  }
}
