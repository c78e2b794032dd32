import Foundation
import Testing

@testable import PerennialSync

@Suite("Checksums")
struct SHA256Tests {
  @Test(
    "Equal the examples of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 100_000),
        "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"
      ),
    ])
  func examples(text: String, expected: String) {
    var whole = SHA256()
    whole.update(Data(text.utf8))
    #expect(whole.finish() == expected)
    var parts = SHA256()
    for start in stride(from: 0, to: text.utf8.count, by: 37) {
      parts.update(text.utf8.dropFirst(start).prefix(37))
    }
    #expect(parts.finish() == expected)
  }
}
