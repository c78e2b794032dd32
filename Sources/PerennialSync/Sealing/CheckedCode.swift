#if SealedSync
import Crypto
public import Foundation

/// A secret as letters and digits that a user can write down and type: Crockford's base 32, in groups of five, with a
/// checksum.
///
/// Small letters are accepted, and so are `o` for 0, `i` and `l` for 1, and any spaces and hyphens.
struct CheckedCode: Sendable {
  /// The number of bytes of the secret, and that of the characters. The bits that the secret leaves are the checksum.
  let byteCount: Int
  let length: Int

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  func text(of secret: Data) -> String {
    var bits = Bits()
    for byte in secret { bits.append(UInt64(byte), count: 8) }
    bits.append(checksum(of: secret), count: checksumBits)
    return grouped(bits)
  }

  func secret(in text: String) throws(CheckedCodeError) -> Data {
    var bits = Bits()
    var count = 0
    for character in text.uppercased() where !character.isWhitespace && character != "-" {
      let digit: Character =
        switch character {
        case "O": "0"
        case "I", "L": "1"
        default: character
        }
      guard let value = Self.alphabet.firstIndex(of: digit) else {
        throw .unknownCharacter(character)
      }
      count += 1
      if count <= length { bits.append(UInt64(value), count: 5) }
    }
    guard count == length else { throw .wrongLength(count, expected: length) }
    let secret = Data(bits.values(of: 8).prefix(byteCount).map { UInt8(truncatingIfNeeded: $0) })
    guard self.text(of: secret) == grouped(bits) else { throw .wrongChecksum }
    return secret
  }

  private func grouped(_ bits: Bits) -> String {
    let characters = bits.values(of: 5).map { Self.alphabet[Int($0)] }
    return stride(from: 0, to: characters.count, by: 5).map {
      String(characters[$0..<min($0 + 5, characters.count)])
    }.joined(separator: "-")
  }

  private var checksumBits: Int { length * 5 - byteCount * 8 }

  private func checksum(of secret: Data) -> UInt64 {
    let digest = Crypto.SHA256.hash(data: Data("perennial.code.1".utf8) + secret)
    let first = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return first >> UInt64(64 - checksumBits)
  }

  /// A sequence of bits, the most significant of a number first.
  private struct Bits {
    private var bits: [Bool] = []

    mutating func append(_ number: UInt64, count: Int) {
      for bit in (0..<count).reversed() { bits.append(number >> UInt64(bit) & 1 == 1) }
    }

    func values(of size: Int) -> [UInt64] {
      stride(from: 0, to: bits.count, by: size).map { start in
        bits[start..<min(start + size, bits.count)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      }
    }
  }
}

/// A recovery phrase or a device code that cannot be the one that was shown.
public enum CheckedCodeError: Error, Equatable, Sendable {
  /// The text has a character that codes do not have.
  case unknownCharacter(Character)
  /// The text has another number of letters and digits.
  case wrongLength(Int, expected: Int)
  /// A letter or a digit is not the one that was shown.
  case wrongChecksum
}

extension CheckedCodeError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .unknownCharacter(let character):
      "The character “\(character)” is not in any code. Codes have digits and the letters A to Z without I, L, O and U."
    case .wrongLength(let count, let expected):
      "The code has \(count) letters and digits, and needs \(expected). Type all groups."
    case .wrongChecksum: "A letter or a digit of the code is wrong. Compare it with what was shown."
    }
  }

  public var errorDescription: String? { description }
}
#endif
