import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import Testing

@Suite("One-to-one relationships of two devices")
struct OneToOneSyncTests {
  let hub = MemoryHub()

  private func pair() throws -> (Device, Device) {
    let (first, second) = (try Device(), try Device())
    first.context.insert(Cook("Ann"))
    for colour in ["red", "blue"] { first.context.insert(Apron(colour)) }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    return (first, second)
  }

  private func give(_ colour: String?, on device: Device) throws {
    let cook = try #require(try device.all(Cook.self).first)
    cook.apron = try device.all(Apron.self).first { $0.colour == colour }
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.003)
  }

  @Test("Both ends arrive, and only one of them is in a record")
  func bothEnds() throws {
    let (first, second) = try pair()
    try give("red", on: first)
    try first.sync(with: hub)
    try second.sync(with: hub)
    let cook = try #require(try second.all(Cook.self).first)
    #expect(cook.apron?.colour == "red" && cook.apron?.cook === cook)
    let fields = hub.records.values.filter { $0.type == "Cook" }.flatMap(\.state.edits.keys)
    #expect(!fields.contains("apron"))
  }

  @Test("Of two devices that give a cook another apron, the later one counts on both")
  func twoClaims() throws {
    let (first, second) = try pair()
    try give("red", on: first)
    try give("blue", on: second)
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    for device in [first, second] {
      #expect(try device.all(Cook.self).first?.apron?.colour == "blue")
      #expect(try device.all(Apron.self).first { $0.colour == "red" }?.cook == nil)
    }
  }

  @Test("After the later apron is deleted, the earlier one is shown again, on both devices")
  func withdrawnClaim() throws {
    let (first, second) = try pair()
    try give("red", on: first)
    try give("blue", on: second)
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    let blue = try #require(try second.all(Apron.self).first { $0.colour == "blue" })
    second.context.delete(blue)
    try second.context.save()
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try first.dump() == second.dump())
    #expect(try first.all(Cook.self).first?.apron?.colour == "red")
  }
}
