import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Texts and blobs on their way to SQLite")
struct BoundBytesTests {
  @Test("Bytes stay where they are until they are given up", arguments: [1, 15, 100, 4000, 4096])
  func staying(count: Int) throws {
    let bound = BoundBytes()
    // Again and again: what was given up is used anew.
    for round in 0..<3 {
      var places: [UnsafeRawPointer] = []
      for number in 0..<200 {
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number + round), count: count)
        places.append(try #require(bytes.withUnsafeBytes { bound.append($0) }))
      }
      for (number, place) in places.enumerated() {
        let bytes = UnsafeRawBufferPointer(start: place, count: count)
        #expect(bytes.allSatisfy { $0 == UInt8(truncatingIfNeeded: number + round) })
      }
      if round == 0 { bound.removeAll() } else { bound.trim() }
    }
  }

  @Test("What is large is for SQLite to copy")
  func large() {
    let bound = BoundBytes()
    let bytes = [UInt8](repeating: 7, count: 4097)
    #expect(bytes.withUnsafeBytes { bound.append($0) } == nil)
    #expect(bound.append(UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
  }

  @Test("Values of every size are stored as they are, alone and in groups", arguments: 1...3)
  func sizes(round: Int) throws {
    let seed = TestSeeds.first + UInt64(round)
    var random = SeededGenerator(seed: seed)
    let sizes = [0, 1, 15, 16, 31, 32, 100, 4095, 4096, 4097, 70_000]
    let container = try specimenContainer()
    let context = ModelContext(container)
    var expected: [Int: (String?, Data?)] = [:]
    func fill(_ specimen: OptionalSpecimen) {
      let character = ["a", "é", "日"].randomElement(using: &random) ?? ""
      specimen.string = sizes.randomElement(using: &random).map {
        String(repeating: character, count: $0)
      }
      specimen.data =
        Bool.random(using: &random)
        ? sizes.randomElement(using: &random).map { size in
          Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) })
        } : nil
      expected[specimen.order] = (specimen.string, specimen.data)
    }
    for order in 0..<300 {
      let specimen = OptionalSpecimen(order: order)
      fill(specimen)
      context.insert(specimen)
    }
    try context.save()
    for _ in 0..<2 {
      for specimen in try context.fetch(FetchDescriptor<OptionalSpecimen>()) {
        if Bool.random(using: &random) { fill(specimen) }
      }
      try context.save()
      for specimen in try ModelContext(container).fetch(FetchDescriptor<OptionalSpecimen>()) {
        let (string, data) = try #require(expected[specimen.order])
        let isSame = specimen.string == string && specimen.data == data
        #expect(isSame, "number \(specimen.order), seed \(seed)")
      }
    }
  }
}
