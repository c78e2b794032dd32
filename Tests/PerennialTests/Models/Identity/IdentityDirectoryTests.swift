import RandomTesting
import Testing

@testable import Perennial

/// The directory against a dictionary, with keys as contexts have them: long runs, single ones far
/// apart, and those at the ends of what a key may be.
@Suite("Identity directory")
struct IdentityDirectoryTests {
  /// A directory as the identity map uses one, with numbers for objects.
  private struct Subject: ~Copyable {
    var directory = IdentityDirectory()

    subscript(rowID: Int64) -> Int? {
      get { directory.slot(of: rowID).flatMap { $0.pointee }.map { Int(bitPattern: $0) } }
      set {
        let object = newValue.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
        while true {
          if let slot = directory.slot(of: rowID) ?? directory.makeSlot(of: rowID) {
            slot.pointee = object
            return
          }
          directory = directory.compacted()
        }
      }
    }

    var objects: [Int] {
      var objects: [Int] = []
      directory.forEachSlot { slot in
        if let object = slot.pointee { objects.append(Int(bitPattern: object)) }
      }
      return objects
    }

    func neighbours(of rowID: Int64, limit: Int) -> [Int] {
      var objects: [Int] = []
      directory.forEachSlot(behind: rowID, limit: .max) { slot in
        if let object = slot.pointee { objects.append(Int(bitPattern: object)) }
        return objects.count < limit
      }
      return objects
    }

    deinit { directory.deallocate() }
  }

  private enum Keys: CaseIterable {
    case runs, sparse, extremes

    func next(_ generator: inout SeededGenerator) -> Int64 {
      switch self {
      case .runs: .random(in: 1...600, using: &generator)
      case .sparse: .random(in: 1...40, using: &generator) * 1_000_003
      case .extremes:
        [Int64.min, -9, -8, -1, 0, 1, 7, 8, .max - 8, .max].randomElement(using: &generator) ?? 0
      }
    }
  }

  @Test(
    "Objects are found where they were put, whatever else comes and goes",
    arguments: Keys.allCases, TestSeeds.some(8))
  private func againstDictionary(_ keys: Keys, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var subject = Subject()
    var model: [Int64: Int] = [:]
    for step in 1...3000 {
      let key = keys.next(&generator)
      // Phases of growth and of decline, so that blocks become empty.
      let grows = Int.random(in: 0..<10, using: &generator) < (step / 500 % 2 == 0 ? 8 : 2)
      let object = grows ? step : nil
      if grows || model[key] != nil { subject[key] = object }
      model[key] = object
      #expect(subject[key] == model[key], "seed \(seed), step \(step), key \(key)")
      if step % 250 == 0 {
        #expect(subject.objects.sorted() == model.values.sorted(), "seed \(seed), step \(step)")
      }
    }
    for (key, object) in model { #expect(subject[key] == object, "seed \(seed), key \(key)") }
  }

  @Test("Neighbours are those behind first, in order, then the rest, and nobody twice")
  func neighbours() {
    var subject = Subject()
    for key in 1...100 { subject[Int64(key)] = key }
    for key in 5001...5005 { subject[Int64(key)] = key }
    #expect(subject.neighbours(of: 3, limit: 90) == Array(4...93))
    let all = subject.neighbours(of: 64, limit: .max)
    #expect(Array(all.prefix(36)) == Array(65...100))
    // Its own block is behind it, except for those before it.
    #expect(Set(all).count == all.count)
    #expect(Set(all) == Set(1...63).union(65...100).union(5001...5005))
  }

  @Test("The directory shrinks when what it held is gone")
  func shrinking() {
    var subject = Subject()
    for key in 1...10_000 { subject[Int64(key)] = key }
    for key in 1...10_000 { subject[Int64(key)] = nil }
    subject.directory = subject.directory.compacted()
    #expect(subject.objects.isEmpty)
    #expect(subject[9_999] == nil)
  }
}
