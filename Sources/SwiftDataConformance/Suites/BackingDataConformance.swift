import Foundation
import SwiftData
import Testing

@Suite("Conformance: BackingData")
struct BackingDataConformance {
  private func roundTrip<Data: BackingData>(_ data: Data) -> String where Data.Model == Summit {
    var data = data
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

  @Test("An object's own")
  func live() throws {
    let context = ModelContext(try memoryContainer())
    let summit = Summit("Dürrenhorn", 1)
    context.insert(summit)
    #expect(roundTrip(summit.persistentBackingData) == "Zinalrothorn 4221")
    #expect(summit.height == 4221)
    #expect(summit.persistentBackingData.persistentModelID == summit.persistentModelID)
  }

  @Test("Of the classes of a chain")
  func chain() {
    let data: some BackingData<Summit> = Summit.createBackingData()
    let own: any BackingData<Summit> = data._generateCurrentClassBackingData()
    let root: any BackingData<Summit> = data._superClassBackingData(of: Summit.self)
    #expect(roundTrip(own) == "Zinalrothorn 4221")
    #expect(roundTrip(root) == "Zinalrothorn 4221")
  }
}
