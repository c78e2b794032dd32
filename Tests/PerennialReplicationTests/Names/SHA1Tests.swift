import Testing

@testable import PerennialRecords

@Suite("SHA-1")
struct SHA1Tests {
  private func hexadecimal(_ digest: SHA1.Digest) -> String {
    let words = digest.words
    return [words.0, words.1, words.2, words.3, words.4].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private func digest(_ bytes: [UInt8], inPartsOf size: Int = .max) -> String {
    var hash = SHA1()
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))) {
        let end = start + min(size, bytes.count - start)
        hash.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    return hexadecimal(hash.finish())
  }

  @Test(
    "The examples of the standard",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ])
  func examples(text: String, expected: String) {
    #expect(digest(Array(text.utf8)) == expected)
  }

  @Test(
    "A million letters, whatever the parts they come in", arguments: [61, 1 << 20])
  func million(size: Int) {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(digest(letters, inPartsOf: size) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
  }

  @Test(
    "Lengths about the ends of blocks",
    arguments: [
      (1, "5ba93c9db0cff93f52b521d7420e43f6eda2784f"),
      (55, "8ae2d46729cfe68ff927af5eec9c7d1b66d65ac2"),
      (56, "636e2ec698dac903498e648bd2f3af641d3c88cb"),
      (57, "7cb1330f35244b57437539253304ea78a6b7c443"),
      (63, "6d942da0c4392b123528f2905c713a3ce28364bd"),
      (64, "c6138d514ffa2135bfce0ed0b8fac65669917ec7"),
      (65, "69bd728ad6e13cd76ff19751fde427b00e395746"),
      (119, "41c89d06001bab4ab78736b44efe7ce18ce6ae08"),
      (120, "d3dbd653bd8597b7475321b60a36891278e6a04a"),
      (127, "89d7312a903f65cd2b3e34a975e55dbea9033353"),
      (128, "e6434bc401f98603d7eda504790c98c67385d535"),
      (1000, "c9c960a0b925474fab83942cc27d504fc24ac37b"),
    ])
  func lengths(count: Int, expected: String) {
    let bytes = (0..<count).map { UInt8($0 % 251) }
    #expect(digest(bytes) == expected)
    #expect(digest(bytes, inPartsOf: 7) == expected)
  }
}
