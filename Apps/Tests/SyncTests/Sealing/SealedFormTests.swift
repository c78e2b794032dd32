import Crypto
import Foundation
import PerennialRecords
import Testing

@testable import PerennialSync

/// The expected bytes are from Python's `cryptography` 48: HKDF with SHA-256, HMAC, AESGCM and Scrypt.
@Suite("Forms of sealed values, keys and codes")
struct SealedFormTests {
  private static let zone = "iCloud.example"
  private static let place = SealedField(
    record: RecordName("o.00b1f2c4a0000001"), type: "Page", name: "text")
  private static let key = SealingKey(
    .init(generation: 1, number: 0x0123_4567_89AB_CDEF), secret: Data(0..<32), zone: zone)
  private static let vectors: [(value: RecordValue, hex: String)] = [
    (
      .text("Grüße"),
      "01000000010123456789abcdefa1c0e5cc6ed952c00c014a68ea4870412d8d087155f70e0b169260522b9469f507"
        + "0a4c9c"
    ),
    (
      .integer(-7),
      "01000000010123456789abcdefb29f0e611c9e3097216dd518145e7045021a89e382ee16cadddea8d7394c3b2622"
        + "4bb68d12"
    ),
    (
      .real(0.5),
      "01000000010123456789abcdef823bf0c10d66c903f15dfa19860c71592a59dffcf5ecb4ed4f94cb579d2063663e"
        + "11ba74f9"
    ),
    (
      .blob(Data([0, 255])),
      "01000000010123456789abcdef1144494467cfa25fae018ff694a135eaf9c994f5f4de4eb56a47a811644570"
    ),
    (
      .null,
      "01000000010123456789abcdef2e007b72275d7bbe314514ece6f10874ae78420f520e30fbe5f94ed1d9"
    ),
  ]

  private func stamp() throws -> Stamp {
    try #require(Stamp("018bcfe568000000-00000000000004d2"))
  }

  private func hex(_ data: Data) -> String {
    data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("A value of each kind has the bytes that another implementation makes", arguments: 0..<5)
  func vectors(number: Int) throws {
    let (value, expected) = Self.vectors[number]
    let sealed = try Self.key.seal(value, in: Self.place, at: stamp())
    #expect(hex(sealed) == expected)
    #expect(try Self.key.open(sealed, in: Self.place) == value)
    #expect(try SealingKey.identifier(of: sealed) == Self.key.identifier)
  }

  @Test("scrypt derives the key that another implementation derives")
  func scrypt() throws {
    let phrase = try RecoveryPhrase("000G4-0R40M-30E20-9185G-R38E1-X7RFG")
    let key = try PhraseWrap.key(of: phrase, salt: Data(100..<116), rounds: 1 << 14)
    #expect(
      key.withUnsafeBytes { hex(Data($0)) }
        == "61da140e764f79c035cb7d169e4a0d6723edb3ee65109dfaa3652c753b5fefcd")
  }

  @Test(
    "A hub cannot ask for a derivation that takes all memory",
    arguments: [0, 3, 1 << 13, 1 << 21, .max])
  func rounds(_ rounds: Int) {
    #expect(throws: SealedDataError.self) {
      try PhraseWrap.key(of: RecoveryPhrase(), salt: Data(), rounds: rounds)
    }
  }

  private static let elsewhere: [SealedField] = [
    SealedField(record: RecordName("o.00b1f2c4a0000002"), type: "Page", name: "text"),
    SealedField(record: place.record, type: "Note", name: "text"),
    SealedField(record: place.record, type: "Page", name: "texts"),
    SealedField(record: place.record, type: "Pagetex", name: "t"),
  ]

  @Test("A value in another record, type or field is refused", arguments: elsewhere)
  func moved(_ other: SealedField) throws {
    let sealed = try Self.key.seal(.text("a"), in: Self.place, at: stamp())
    #expect(throws: SealedValueError.notAuthentic) {
      try Self.key.open(sealed, in: other)
    }
  }

  @Test("A value in another zone, or under another key, is refused")
  func otherKeys() throws {
    let sealed = try Self.key.seal(.text("a"), in: Self.place, at: stamp())
    let others = [
      SealingKey(Self.key.identifier, secret: Self.key.secret, zone: "iCloud.other"),
      SealingKey(Self.key.identifier, secret: Data(1...32), zone: Self.zone),
      SealingKey(
        .init(generation: 2, number: Self.key.identifier.number), secret: Self.key.secret,
        zone: Self.zone),
    ]
    for other in others {
      #expect(throws: SealedValueError.notAuthentic) {
        try other.open(sealed, in: Self.place)
      }
    }
  }

  @Test("No byte of a sealed value can be changed, and none can be left out")
  func tampering() throws {
    let sealed = try Self.key.seal(.integer(5), in: Self.place, at: stamp())
    for index in sealed.indices.dropFirst(13) {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: SealedValueError.notAuthentic) {
        try Self.key.open(changed, in: Self.place)
      }
    }
    for count in 0..<sealed.count {
      #expect(throws: SealedValueError.self) {
        let part = Data(sealed.prefix(count))
        _ = try SealingKey.identifier(of: part)
        _ = try Self.key.open(part, in: Self.place)
      }
    }
    #expect(throws: SealedValueError.unknownForm(2)) {
      try SealingKey.identifier(of: Data([2]) + sealed.dropFirst())
    }
  }

  @Test(
    "One change has one form; two changes with one value have two; a later key's form is greater")
  func nonces() throws {
    func seal(_ value: RecordValue, _ key: SealingKey, _ time: Int64) throws -> Data {
      let stamp = Stamp(time: HybridTime(milliseconds: time), device: .none)
      return try key.seal(value, in: Self.place, at: stamp)
    }
    #expect(try seal(.text("a"), Self.key, 1) == seal(.text("a"), Self.key, 1))
    #expect(try seal(.text("a"), Self.key, 1) != seal(.text("a"), Self.key, 2))
    let first = RecordValue.sealed(try seal(.text("a"), Self.key, 1))
    for number in UInt64(0)..<8 {
      let later = SealingKey(
        .init(generation: 2, number: number), secret: Data(1...32), zone: Self.zone)
      #expect(first < .sealed(try seal(.text("a"), later, 1)))
    }
    #expect(.text("a") < first, "A sealed value replaces the plain one with its stamp.")
  }

  // MARK: Codes

  @Test("Phrases and codes are the texts that another implementation makes")
  func codes() throws {
    let phrase = try RecoveryPhrase("000g4 0r4om 30e2O 9i85g r38eL x7rfg")
    #expect(phrase.secret == Data(0..<16))
    #expect(phrase.text == "000G4-0R40M-30E20-9185G-R38E1-X7RFG")
    #expect(try DeviceCode("000G4-0R40M-30E20-9696X").secret == Data(0..<10))
    for _ in 0..<50 {
      let phrase = RecoveryPhrase()
      #expect(try RecoveryPhrase(phrase.text) == phrase)
      #expect("\(phrase)\(String(reflecting: phrase))".contains(phrase.text.prefix(5)) == false)
    }
  }

  @Test("Each wrong letter, and each letter that is left out, is found")
  func typos() throws {
    let text = Array("000G4-0R40M-30E20-9185G-R38E1-X7RFG")
    var unnoticed = 0
    for index in text.indices where text[index] != "-" {
      for wrong in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where wrong != text[index] {
        var typed = text
        typed[index] = wrong
        if (try? RecoveryPhrase(String(typed))) != nil { unnoticed += 1 }
      }
      var short = text
      short.remove(at: index)
      #expect(throws: CheckedCodeError.wrongLength(29, expected: 30)) {
        try RecoveryPhrase(String(short))
      }
    }
    #expect(unnoticed == 0)
    #expect(throws: CheckedCodeError.unknownCharacter("U")) { try RecoveryPhrase("U") }
    #expect(throws: CheckedCodeError.wrongLength(0, expected: 20)) { try DeviceCode("") }
  }
}
