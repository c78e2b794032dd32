import Foundation
import Testing
import PerennialRecords

@Suite("Names of records")
struct RecordNamespaceTests {
  private let namespace = RecordName.namespace(uri: "https://example.com/app/com.example.todo")

  @Test("A UUID of version 5, as in RFC 9562")
  func version5() throws {
    let dns = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    let identifier = UUID(namespace: dns, name: "www.example.com")
    #expect(identifier.uuidString == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
    #expect(UUID.urlNamespace.uuidString == "6BA7B811-9DAD-11D1-80B4-00C04FD430C8")
  }

  @Test("An app's namespace")
  func namespaces() {
    #expect(namespace.uuidString == "C3BFA4AA-0E9F-5646-BD91-EAE0DCBDDFE1")
    let composed = RecordName.namespace(uri: "https://example.com/\u{E9}")
    let decomposed = RecordName.namespace(uri: "https://example.com/e\u{301}")
    #expect(composed.uuidString == "20ECD233-A9E7-5067-A96F-FD6600CA3FDA")
    #expect(decomposed == composed)
  }

  @Test(
    "A preset's name and its row's key",
    arguments: [
      ("Tag", "work", "d82e89a5-9ee6-5001-ae31-9e40cb109445", -2_869_204_568_159_924_223),
      (
        "Recipe", "crème-brûlée", "02d2638b-53fb-554d-abd8-fbadcd9e158f",
        -9_020_037_653_609_097_907
      ),
      ("Recipe", "", "8876539f-a2d7-55f9-a16b-5aac4ba69775", -8_613_605_292_202_568_199),
      ("Étiquette", "学", "c35a7261-bc90-5611-80f7-3644b881a46e", -4_370_054_724_308_675_055),
      (
        "A", String(repeating: "x", count: 100), "7efe2734-d384-5460-9cb3-805781395522",
        -72_577_436_150_901_664
      ),
    ] as [(String, String, String, Int64)])
  func presets(entity: String, id: String, identifier: String, key: Int64) throws {
    let name = RecordName.preset(namespace: namespace, entity: entity, id: id)
    let leading = identifier.split(separator: "-").prefix(3).joined()
    let bits = try #require(UInt64(leading, radix: 16)) | 1 << 63
    #expect(name.rawValue == "p." + String(bits, radix: 16))
    #expect(name.presetKey == key)
    #expect(RecordName.presetKey(namespace: namespace, entity: entity, id: id) == key)

    let decomposed = id.decomposedStringWithCanonicalMapping
    #expect(RecordName.preset(namespace: namespace, entity: entity, id: decomposed) == name)
    #expect(RecordName.presetKey(namespace: namespace, entity: entity, id: decomposed) == key)
  }

  @Test("Keys are negative, none is the least number, and 10,000 presets have 10,000")
  func keys() {
    var keys: Set<Int64> = []
    for number in 0..<10_000 {
      keys.insert(RecordName.presetKey(namespace: namespace, entity: "Tag", id: "\(number)"))
    }
    #expect(keys.count == 10_000)
    #expect(keys.allSatisfy { $0 < 0 && $0 != .min })
  }

  @Test("Where an entity ends and an ID begins makes a difference")
  func separation() {
    let short = RecordName.preset(namespace: namespace, entity: "Tag", id: "gedwork")
    let long = RecordName.preset(namespace: namespace, entity: "Tagged", id: "work")
    #expect(short != long)
  }

  @Test("A name is a string when it is encoded")
  func coding() throws {
    let name = RecordName.preset(namespace: namespace, entity: "Tag", id: "work")
    let data = try JSONEncoder().encode([name])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(name.rawValue)\"]")
    #expect(try JSONDecoder().decode([RecordName].self, from: data) == [name])
  }
}
