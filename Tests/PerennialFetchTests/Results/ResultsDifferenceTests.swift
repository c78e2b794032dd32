import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Perennial

@Suite("Differences of results")
struct ResultsDifferenceTests {
  private func difference(
    _ old: [Int64],
    _ new: [Int64],
    changed: Set<Int64> = []
  ) -> ResultsDifference {
    ResultsDifference(from: old, to: new, changed: changed)
  }

  @Test("What comes, goes, moves and changes, each in its own index space")
  func oneOfEach() {
    let found = difference([1, 2, 3, 4, 5], [6, 1, 4, 3, 5], changed: [2, 3, 5, 6])
    #expect(found.removals == [1])
    #expect(found.insertions == [0])
    #expect(found.moves.count == 1)
    #expect(found.updates == [.init(before: 2, after: 3), .init(before: 4, after: 4)])
    #expect((found.countBefore, found.countAfter) == (5, 5))
    #expect(!found.isEmpty)
  }

  @Test("Equal lists do not differ; contents alone do")
  func equal() {
    #expect(difference([], []).isEmpty)
    #expect(difference([1, 2], [1, 2]).isEmpty)
    // An object that is not in the list has not changed in it.
    #expect(difference([1, 2], [1, 2], changed: [3]).isEmpty)
    #expect(difference([1, 2], [1, 2], changed: [2]).updates == [.init(before: 1, after: 1)])
  }

  @Test("Whoever is only pushed has not moved")
  func pushed() {
    let old = Array(Int64(1)...1000)
    #expect(difference(old, [0] + old).insertions == [0])
    #expect(difference(old, [0] + old).moves.isEmpty)
    #expect(difference(old, Array(old.dropFirst())).moves.isEmpty)
    let last = difference(old, [1000] + old.dropLast())
    #expect(last.moves == [.init(before: 999, after: 0)])
    let first = difference(old, old.dropFirst() + [1])
    #expect(first.moves == [.init(before: 0, after: 999)])
    #expect(first.insertions.isEmpty && first.removals.isEmpty)
  }

  @Test("An element that moves and changes is both")
  func movedAndChanged() {
    let found = difference([1, 2, 3, 4], [4, 1, 2, 3], changed: [4, 2])
    #expect(found.moves == [.init(before: 3, after: 0)])
    #expect(found.updates == [.init(before: 3, after: 0), .init(before: 1, after: 2)])
  }

  // MARK: Random lists

  private struct Lists {
    let old: [Int64]
    let new: [Int64]
    let changed: Set<Int64>
  }

  private func lists(_ random: inout SeededGenerator) -> Lists {
    let size = Int64.random(in: 0...14, using: &random)
    let old = (0..<size).map { $0 + 1 }.shuffled(using: &random)
    var new = old
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.insert(Int64.random(in: 100...1_000_000, using: &random), at: new.endIndex / 2)
      case 1 where !new.isEmpty: new.remove(at: Int.random(in: 0..<new.count, using: &random))
      default:
        guard let row = new.randomElement(using: &random) else { continue }
        new.removeAll { $0 == row }
        new.insert(row, at: Int.random(in: 0...new.count, using: &random))
      }
    }
    if random.chance(0.1) { new.shuffle(using: &random) }
    return Lists(old: old, new: new, changed: Set(new.filter { _ in random.chance(0.2) }))
  }

  /// The fewest elements that have to move, by trying all that could stay.
  private func fewestMoves(_ lists: Lists) -> Int {
    let kept = lists.old.compactMap { lists.new.firstIndex(of: $0) }
    var longest = Array(repeating: 1, count: kept.count)
    for (index, offset) in kept.enumerated() {
      for earlier in 0..<index where kept[earlier] < offset {
        longest[index] = max(longest[index], longest[earlier] + 1)
      }
    }
    return kept.count - (longest.max() ?? 0)
  }

  @Test("Applied to the old list, the difference gives the new one; nothing is made in vain")
  func random() throws {
    let seed = TestSeeds.first
    var random = SeededGenerator(seed: seed)
    for round in 0..<3000 {
      let lists = lists(&random)
      let found = difference(lists.old, lists.new, changed: lists.changed)
      var made: [Int] = []
      var items = lists.old
      found.apply(to: &items) { offset in
        made.append(offset)
        return lists.new[offset]
      }
      try #require(items == lists.new, "seed \(seed), round \(round)")
      let expected = lists.new.indices.filter {
        !lists.old.contains(lists.new[$0]) || lists.changed.contains(lists.new[$0])
      }
      try #require(made.sorted() == expected, "seed \(seed), round \(round)")
      try #require(
        found.removals == lists.old.indices.filter { !lists.new.contains(lists.old[$0]) },
        "seed \(seed), round \(round)"
      )
      for offsets in found.moves + found.updates {
        try #require(lists.old[offsets.before] == lists.new[offsets.after], "seed \(seed)")
      }
      try #require(found.moves.map(\.after) == found.moves.map(\.after).sorted())
      try #require(found.moves.count >= fewestMoves(lists), "seed \(seed), round \(round)")
      if lists.old.count < 4 || found.moves.count <= 1 { continue }
      // With so few elements the searches may run out; never by more than what they could save.
      try #require(found.moves.count < lists.old.count, "seed \(seed), round \(round)")
    }
  }

  @Test("Few elements out of order among many are the only ones that move")
  func fewest() throws {
    let seed = TestSeeds.first
    var random = SeededGenerator(seed: seed)
    let old = Array(Int64(1)...400)
    for _ in 0..<50 {
      var new = old
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let row = new.remove(at: Int.random(in: 0..<new.count, using: &random))
        new.insert(row, at: Int.random(in: 0...new.count, using: &random))
      }
      let found = difference(old, new)
      let fewest = fewestMoves(Lists(old: old, new: new, changed: []))
      try #require(found.moves.count == fewest, "seed \(seed)")
    }
  }

  @Test("A list that is turned round is applied too")
  func reversed() {
    let old = Array(Int64(1)...5000)
    var items = old
    difference(old, old.reversed()).apply(to: &items) { _ in -1 }
    #expect(items == old.reversed())
  }

  @Test("An array of another length is made anew")
  func otherLength() {
    var items: [Int64] = [7]
    difference([1, 2], [2, 3]).apply(to: &items) { [2, 3][$0] }
    #expect(items == [2, 3])
  }

  @Test("An error of the maker leaves the array as it was")
  func failure() {
    struct Refusal: Error {}
    var items: [Int64] = [1, 2]
    #expect(throws: Refusal.self) {
      try difference([1, 2], [2, 3]).apply(to: &items) { _ in throw Refusal() }
    }
    #expect(items == [1, 2])
  }
}
