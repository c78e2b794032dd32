import PerennialRecords
import RandomTesting
import Testing

@Suite("Names of objects")
struct RecordNameTests {
  @Test(
    "The name of an object contains its key, with 16 hexadecimal digits",
    arguments: [
      (0, "o.0000000000000000"),
      (1, "o.0000000000000001"),
      (-1, "o.ffffffffffffffff"),
      (.max, "o.7fffffffffffffff"),
      (.min, "o.8000000000000000"),
      (0xB1_F2C4_A000_0001, "o.00b1f2c4a0000001"),
    ] as [(Int64, String)])
  func objects(key: Int64, name: String) {
    #expect(RecordName.object(key: key).rawValue == name)
    #expect(RecordName(name).objectKey == key)
    #expect(RecordName(name).isValid)
  }

  @Test("Each key can be read from its name", arguments: TestSeeds.some(3))
  func inverse(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let key = Int64(truncatingIfNeeded: generator.next() >> UInt64(generator.index(64)))
      for key in [key, ~key] {
        #expect(RecordName.object(key: key).objectKey == key, "seed \(seed), key \(key)")
      }
    }
  }

  @Test(
    "Other names have no key",
    arguments: [
      "", "o.", "o.1", "o.00B1F2C4A0000001", "o.+000000000000001", "o.-000000000000001",
      "o.00b1f2c4a000000g", "o.00b1f2c4a00000011", "O.00b1f2c4a0000001", "p.00b1f2c4a0000001",
      "o.00b1f2c4a000000é", "o. 00b1f2c4a000001", "p.d82e89a5-9ee6-5001-ae31-9e40cb109445",
      "p.manifest", "o.0000000000000\u{661}1",
    ])
  func otherNames(name: String) {
    #expect(RecordName(name).objectKey == nil)
  }

  @Test("Names are ordered and equal as their texts are")
  func order() {
    let texts = [
      "", "Note/1", "k.sealing", "o.", "o.0000000000000001", "o.00B1F2C4A0000001",
      "o.7fffffffffffffff", "o.ffffffffffffffff", "o.manifest", "p.0000000000000001",
      "p.8000000000000000", "p.manifest", "q",
    ]
    let names = texts.shuffled().map { RecordName($0) }
    #expect(names.sorted().map(\.rawValue) == texts.sorted())
    #expect(Set(names + texts.map { RecordName($0) }).count == texts.count)
    #expect(RecordName("o.0000000000000001") == .object(key: 1))
    #expect(RecordName("p.8000000000000001") == .preset(key: .min + 1))
  }

  @Test(
    "A name has 1 to 255 visible ASCII characters, and no underscore at the beginning",
    arguments: [
      ("", false), ("a", true), ("~", true), ("!", true), ("_", false), ("_a", false),
      ("a_", true), ("a b", false), (" a", false), ("a\u{7F}", false), ("a\n", false),
      ("a\u{0}", false), ("é", false), ("e\u{301}", false), ("👩‍🍳", false), ("p.manifest", true),
      (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
    ])
  func validity(name: String, isValid: Bool) {
    #expect(RecordName(name).isValid == isValid)
  }

  @Test("Names of presets are valid, and no keys of objects")
  func presets() {
    let name = RecordName.preset(
      namespace: RecordName.namespace(uri: "https://example.com"), entity: "Étiquette", id: "学")
    #expect(name.isValid)
    #expect(name.objectKey == nil)
    #expect(RecordName.manifest.isValid)
  }
}
