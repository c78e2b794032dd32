import AppleStoreTesting
import Foundation
import RandomTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: keyed archives")
struct KeyedArchiveTests {
  private func value(_ object: Any) throws -> AppleValue {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    return try ArchivedValueReader.value(in: data)
  }

  @Test("Foundation's value classes are read as Foundation has archived them")
  func foundation() throws {
    let uuid = UUID()
    let date = Date(timeIntervalSinceReferenceDate: 12.5)
    #expect(try value("text" as NSString) == .text("text"))
    #expect(try value(NSMutableString(string: "text")) == .text("text"))
    #expect(try value(NSNumber(value: 42)) == .integer(42))
    #expect(try value(NSNumber(value: 2.5)) == .real(2.5))
    #expect(try value(Data([1, 2]) as NSData) == .data(Data([1, 2])))
    #expect(try value(date as NSDate) == .date(date))
    #expect(try value(uuid as NSUUID) == .uuid(uuid))
    #expect(try value(NSNull()) == .null)
    #expect(
      try value(["a", "b"] as NSArray) == .array([.text("a"), .text("b")]))
    #expect(
      try value(["key": 1] as NSDictionary)
        == .dictionary([AppleValue.Entry(key: .text("key"), value: .integer(1))]))
    #expect(try value(Set(["a"]) as NSSet) == .set([.text("a")]))
    let url = try #require(NSURL(string: "https://example.com/a?b=c"))
    #expect(try value(url) == .url("https://example.com/a?b=c"))
  }

  /// Foundation's unarchiver off Apple's platforms fails for these.
  @Test("Decimal numbers and attributed strings are read")
  func others() throws {
    for decimal: Decimal in [0, 1, -12.345, Decimal(string: "123456789012345678.9")!] {
      #expect(
        try ArchivedValueReader.value(in: ArchiveWriter.archive(.decimal(decimal)))
          == .decimal(decimal))
    }
    var writer = ArchiveWriter()
    let text = writer.text("attributed")
    let attributes = writer.dictionary([])
    let root = writer.instance(
      "NSAttributedString", [("NSString", text), ("NSAttributes", attributes)])
    #expect(
      try ArchivedValueReader.value(in: writer.archive(root: root)) == .text("attributed"))
  }

  @Test("The root of SwiftData's archives of arrays is data with JSON")
  func dataRoot() throws {
    var writer = ArchiveWriter()
    let root = writer.add(.data(Data("[]".utf8)))
    #expect(
      try ArchivedValueReader.value(in: writer.archive(root: root)) == .data(Data("[]".utf8)))
  }

  @Test("An object of another class is its name and its fields")
  func unknownClass() throws {
    var writer = ArchiveWriter()
    let text = writer.text("default cover")
    let root = writer.instance("App.Cover", [("text", text), ("width", .integer(3))])
    let value = try ArchivedValueReader.value(in: writer.archive(root: root))
    guard case .object(let object) = value else {
      Issue.record("\(value)")
      return
    }
    #expect(object.className == "App.Cover")
    #expect(object["text"] == .text("default cover"))
    #expect(object["width"] == .integer(3))
  }

  @Test("Objects that contain each other end in a cycle")
  func cycle() throws {
    var writer = ArchiveWriter()
    let (first, second) = (writer.reserve(), writer.reserve())
    writer.fill(first, "Parent", [("child", .uid(second))])
    writer.fill(second, "Child", [("parent", .uid(first))])
    let value = try ArchivedValueReader.value(in: writer.archive(root: .uid(first)))
    #expect(value["child"]?["parent"] == .cycle("Parent"))
  }

  @Test("References that lead to each other are refused")
  func references() {
    var writer = ArchiveWriter()
    let root = writer.add(.uid(1))
    #expect(throws: ArchiveError.self) {
      try ArchivedValueReader.value(in: writer.archive(root: root))
    }
  }

  @Test("Random values are read back", arguments: TestSeeds.some(100, of: 1))
  func roundTrip(seed: UInt64) throws {
    let store = RandomStore.archivedValue(seed: seed)
    #expect(
      try ArchivedValueReader.value(in: ArchiveWriter.archive(store)) == store, "seed \(seed)")
  }
}
