import AppleStoreTesting
import Foundation
import RandomTesting
import StoreTesting
import Testing

@testable import PerennialAppleStores

/// Damaged files of stores. `PERENNIAL_SEED=…` repeats one alone.
@Suite("Apple stores: damaged files")
struct StoreFuzzTests {
  @Test("Damaged files are read or refused; nothing traps, and no file is written to")
  func damage() throws {
    let seeds =
      TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.damagedStores.count, of: 5)
    print("\(seeds.count) damaged files, seeds from \(seeds[0])")
    let originals = try ScratchDirectory()
    let count: UInt64 = 12
    for seed in 0..<count {
      try RandomStore.store(seed: seed).write(
        to: originals.file("\(seed)"), journal: seed % 3 == 0 ? .log : .none)
    }
    let directory = try ScratchDirectory()
    let url = directory.file("Model.sqlite")
    var (read, refused) = (0, 0)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var contents: [String: Data] = [:]
      for suffix in ["", "-wal"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
        let original = originals.file("\(seed % count)").path + suffix
        guard var data = FileManager.default.contents(atPath: original) else { continue }
        if suffix == "-wal" || contents[""] != nil || random.happens(80) {
          data.damageFile(&random)
        }
        try data.write(to: URL(fileURLWithPath: url.path + suffix))
        contents[suffix] = data
      }
      do {
        try readAll(url, usesModel: random.happens(80))
        read += 1
      } catch is AppleStoreError {
        refused += 1
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      try #require(names.sorted() == contents.keys.map { "Model.sqlite" + $0 }.sorted())
      for (suffix, data) in contents {
        try #require(
          FileManager.default.contents(atPath: url.path + suffix) == data, "seed \(seed)")
      }
    }
    print("\(read) were read, \(refused) were refused")
    #expect(read + refused == seeds.count)
  }

  private func readAll(_ url: URL, usesModel: Bool) throws {
    _ = AppleStore.isAppleStore(url)
    let store = try AppleStore(contentsOf: url, usesModel: usesModel)
    for entity in store.model.entities where store.layout.entities[entity.name] != nil {
      _ = try store.count(of: entity.name)
      try store.forEachRow(of: entity.name) { _ in }
      for relationship in entity.relationships where relationship.isToMany {
        try? store.forEachLink(of: relationship.name, from: entity.name) { _ in }
      }
    }
    _ = try store.unknownRows()
    _ = try store.transactions(limit: 10)
    try store.forEachChange { _ in }
    _ = try store.summary()
    _ = try store.modelSource()
    _ = try store.writeDocument { _ in }
  }
}

extension Data {
  /// Changes some bytes of a file, mostly near the beginnings of its pages.
  fileprivate mutating func damageFile(_ random: inout SeededGenerator) {
    for _ in 0...random.index(6) {
      guard !isEmpty else { return }
      let page = random.index(Swift.max(count / 4096, 1)) * 4096
      let index =
        random.happens(60) ? Swift.min(page + random.index(120), count - 1) : random.index(count)
      self[index] = random.happens(50) ? UInt8(random.index(256)) : self[index] ^ 1
    }
    if random.happens(10) { self = Data(prefix(random.index(count))) }
  }
}
