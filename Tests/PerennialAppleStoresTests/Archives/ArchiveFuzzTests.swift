import AppleStoreTesting
import Foundation
import RandomTesting
import Testing

@testable import PerennialAppleStores

/// Damaged bytes. `PERENNIAL_SEED=…` repeats one input alone.
@Suite("Apple stores: damaged archives")
struct ArchiveFuzzTests {
  @Test("Damaged archives are read or refused, and nothing traps")
  func archives() throws {
    let seeds =
      TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.damagedArchives.count, of: 2)
    print("\(seeds.count) damaged archives, seeds from \(seeds[0])")
    let limits = ArchiveLimits(values: 20_000, depth: 100, inflatedBytes: 1 << 20)
    var (read, refused) = (0, 0)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let value = RandomStore.archivedValue(seed: seed % 97)
      var data = ArchiveWriter.archive(value)
      data.damage(&random)
      do {
        _ = try ArchivedValueReader.value(in: data, limits: limits)
        read += 1
      } catch is ArchiveError {
        refused += 1
      }
    }
    print("\(read) were read, \(refused) were refused")
    #expect(read + refused == seeds.count)
  }

  @Test("Damaged descriptions of models are read or refused, and nothing traps")
  func models() throws {
    let seeds =
      TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.damagedArchives.count / 4, of: 3)
    print("\(seeds.count) damaged models, seeds from \(seeds[0])")
    let metadata = try StoreMetadata(identifier: "", list: ListValue.fields([]).propertyList)
    let models = (0..<20).map { ModelArchiver.archive(RandomStore.store(seed: $0).model) }
    let caches = models.map(deflated)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var data: Data
      if random.happens(70) {
        data = models[random.index(models.count)]
        data.damage(&random)
        data = deflated(data)
      } else {
        data = caches[random.index(caches.count)]
        data.damage(&random)
      }
      do {
        let model = try ModelCacheReader.model(in: data, metadata)
        // The functions of a model end, whatever its entities are.
        for entity in model.entities {
          #expect(model.family(of: entity.name).contains(entity.name))
          #expect(model[model.root(of: entity.name)] != nil)
        }
      } catch is ArchiveError {}
    }
  }
}

extension Data {
  /// Changes some bytes, cuts a part off, or repeats one.
  mutating func damage(_ random: inout SeededGenerator) {
    for _ in 0...random.index(2) {
      guard !isEmpty else { return }
      let index = startIndex + random.index(count)
      switch random.index(16) {
      case 0: self = Data(prefix(random.index(count)))
      case 1, 2: self[index] ^= 1 << UInt8(random.index(8))
      case 3: self[index] = random.element(of: [0, 255, 0x0F, 0xDF, 0xAF, 0x80]) ?? 0
      // The trailer of a property list, and the offsets before it.
      case 4:
        self[startIndex + Swift.max(count - 1 - random.index(40), 0)] = UInt8(random.index(256))
      case 5: insert(UInt8(random.index(256)), at: index)
      case 6: remove(at: index)
      case 7:
        let part = self[index..<Swift.min(index + random.index(30), endIndex)]
        replaceSubrange(index..<index, with: Data(part))
      default: self[index] = UInt8(random.index(256))
      }
    }
    self = Data(self)
  }
}
