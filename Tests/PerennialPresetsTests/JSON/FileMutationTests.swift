import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Damaged catalog files")
struct FileMutationTests {
  @Test(
    "Whatever becomes of a file, it is applied or refused",
    arguments: 1...300 as ClosedRange<UInt64>)
  func mutation(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(CatalogFileTests.kitchen.utf8)
    for _ in 0...generator.index(4) { Self.damage(&bytes, &generator) }
    let container = try Kitchen.container(1)
    let before = try KitchenRounds.portrait(of: container)
    do {
      let catalog = try PresetCatalog(
        Data(bytes), named: "kitchen.json", for: Schema(Kitchen.models))
      try container.usePresets([catalog])
    } catch let error as PresetError {
      #expect(!error.problems.isEmpty, "seed \(seed)")
      #expect(try KitchenRounds.portrait(of: container) == before, "seed \(seed)")
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    if bytes.isEmpty { return }
    let place = generator.index(bytes.count)
    switch generator.index(6) {
    case 0: bytes[place] = UInt8(generator.index(256))
    case 1: bytes.remove(at: place)
    case 2: bytes.removeLast(min(bytes.count, generator.index(200)))
    case 3:
      bytes.insert(contentsOf: Array("{[\",:]}-1e9n$ ".utf8).shuffled(using: &generator), at: place)
    case 4:
      let end = min(bytes.count, place + generator.index(60))
      bytes.insert(contentsOf: bytes[place..<end], at: generator.index(bytes.count))
    default: bytes.removeSubrange(place..<min(bytes.count, place + generator.index(40)))
    }
  }
}
