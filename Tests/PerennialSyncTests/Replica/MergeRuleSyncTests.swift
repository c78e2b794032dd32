import Foundation
import PerennialPresets
import PerennialSync
import SwiftData
import Testing

@Suite("Merge rules of models, on two devices")
struct MergeRuleSyncTests {
  let hub = MemoryHub()

  private func exchange(_ devices: Device...) throws {
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
  }

  private func edit<Model: PersistentModel>(
    _ type: Model.Type, on device: Device, _ change: (Model) -> Void
  ) throws {
    change(try #require(device.all(type).first))
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.005)
  }

  private func shown<Model: PersistentModel>(
    _ device: Device, _ text: (Model) -> String
  ) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Model>()).map(text)
  }

  private func address(_ device: Device) throws -> [String] {
    try shown(device) { (address: PostalAddress) in "\(address.street), \(address.city)" }
  }

  private func devices(presets: PresetCatalog? = nil) throws -> (Device, Device) {
    let models: [any PersistentModel.Type] = [PostalAddress.self, Branch.self]
    return (try Device(models, presets: presets), try Device(models, presets: presets))
  }

  @Test("By record: two devices edit different fields, and the later device's values stay together")
  func byRecord() throws {
    let (first, second) = try devices()
    first.context.insert(PostalAddress("Low Road 1", "York"))
    try first.context.save()
    try exchange(first, second)
    try edit(PostalAddress.self, on: first) { $0.street = "High Road 2" }
    try edit(PostalAddress.self, on: second) { $0.city = "Leeds" }
    try exchange(first, second)
    #expect(try address(first) == ["Low Road 1, Leeds"])
    #expect(try address(second) == address(first))
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("A subclass is merged by the rule of its superclass")
  func subclass() throws {
    let (first, second) = try devices()
    first.context.insert(Branch("Low Road 1", "York"))
    try first.context.save()
    try exchange(first, second)
    try edit(Branch.self, on: second) { $0.city = "Leeds" }
    try edit(Branch.self, on: first) { $0.phone = "12" }
    try exchange(first, second)
    for device in [first, second] {
      let texts = try shown(device) { (branch: Branch) in "\(branch.city) \(branch.phone)" }
      #expect(texts == ["York 12"])
    }
  }

  @Test("Presets are merged by field with either rule")
  func presets() throws {
    let catalog = PresetCatalog("addresses", version: 1) {
      Presets(id: \PostalAddress.street) { [PostalAddress("Low Road 1", "York")] }
    }
    let (first, second) = try devices(presets: catalog)
    try exchange(first, second)
    try edit(PostalAddress.self, on: first) { $0.note = "left" }
    try edit(PostalAddress.self, on: second) { $0.city = "Leeds" }
    try exchange(first, second)
    for device in [first, second] {
      let texts = try shown(device) { (address: PostalAddress) in
        "\(address.city) \(address.note)"
      }
      #expect(texts == ["Leeds left"])
    }
  }
}

@Model private class PostalAddress {
  #Merge<PostalAddress>(.byRecord)
  var street = ""
  var city = ""
  var note = ""

  init(_ street: String, _ city: String) {
    self.street = street
    self.city = city
  }
}

@available(macOS 26, iOS 26, *)
@Model private final class Branch: PostalAddress {
  var phone = ""

  override init(_ street: String, _ city: String) { super.init(street, city) }
}
