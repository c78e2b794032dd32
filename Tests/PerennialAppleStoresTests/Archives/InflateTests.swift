import AppleStoreTesting
import Foundation
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: compressed models")
struct InflateTests {
  @Test("Data are expanded", arguments: [0, 1, 1000, 300_000])
  func roundTrip(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) })
    #expect(try Inflate.data(deflated(data)) == data)
  }

  @Test("A bomb ends at the limit")
  func bomb() {
    let bomb = deflated(Data(count: 50_000_000))
    #expect(bomb.count < 100_000)
    #expect(throws: ArchiveError.tooLarge("the compressed data has more than 1000000 bytes")) {
      try Inflate.data(bomb, limit: 1_000_000)
    }
  }

  @Test("Data that are cut off are refused")
  func truncated() {
    let data = deflated(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }))
    for count in 0..<data.count {
      #expect(throws: ArchiveError.self) { try Inflate.data(data.prefix(count)) }
    }
  }

  @Test("Data with a header of zlib, which Core Data does not write, are refused")
  func header() {
    #expect(throws: ArchiveError.self) {
      try Inflate.data(Data([0x78, 0x9C]) + deflated(Data("text".utf8)))
    }
  }
}
