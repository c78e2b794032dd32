import RandomTesting
import Testing

@testable import PerennialStoreImport

@Suite("Store import: keys of the file and of the container")
struct KeyMapTests {
  @Test("Each key is found, and no other one", arguments: 0..<20)
  func keys(part: UInt64) {
    var random = SeededGenerator(seed: part)
    var map = KeyMap()
    var expected: [Int64: KeyMap.Target] = [:]
    var key: Int64 = -5
    for index in 0..<200 {
      key += random.happens(70) ? 1 : Int64(1 + random.index(5))
      let target = KeyMap.Target(key: Int64(index) + 1000, plan: random.happens(90) ? 0 : 1)
      map.append(key, target.key - 1000, plan: target.plan)
      expected[key] = target
    }
    map.shift(by: 1000)
    for key in -10..<key + 10 { #expect(map.target(of: key) == expected[key]) }
    #expect(map.count == 200)
    #expect(map.count(ofPlan: 1) == expected.values.count { $0.plan == 1 })
    #expect(map.contains(target: 1000) && map.contains(target: 1199))
    #expect(!map.contains(target: 999) && !map.contains(target: 1200))
    #expect(map.target(of: .min) == nil && map.target(of: .max) == nil)
  }

  /// The keys of presets are negative, and those of other objects are near the greatest of 64 bits.
  @Test("Keys at both ends of the range are compared without overflow")
  func extremeKeys() {
    var map = KeyMap()
    map.append(1, .min + 5, plan: 0)
    map.append(2, .min + 6, plan: 0)
    map.append(3, .max - 1, plan: 0)
    map.append(4, .max, plan: 0)
    for (source, target): (Int64, Int64) in [
      (1, .min + 5), (2, .min + 6), (3, .max - 1), (4, .max),
    ] {
      #expect(map.contains(target: target))
      #expect(map.source(of: target) == source)
    }
    for target: Int64 in [.min, .min + 4, .min + 7, -1, 0, 3_400_000_000_000_000_000, .max - 2] {
      #expect(!map.contains(target: target))
      #expect(map.source(of: target) == nil)
    }
  }
}
