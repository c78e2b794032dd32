import Foundation
import PerennialAppleStores

/// A digest of values that is equal in each process and version: the 64-bit FNV-1a hash.
///
/// It tells whether a value of a file has changed since a former import.
struct StableDigest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Returns the digest of a value.
  static func of(_ value: AppleValue) -> UInt64 {
    var digest = StableDigest()
    digest.add(value)
    return digest.value
  }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func add(_ number: UInt64) {
    var rest = number
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in for byte in bytes { add(byte: byte) } }
    add(byte: 0xFF)
  }

  private mutating func add(_ data: Data) {
    add(UInt64(data.count))
    data.withUnsafeBytes { bytes in for byte in bytes { add(byte: byte) } }
  }

  /// Adds a value. Values of different types differ.
  mutating func add(_ value: AppleValue) {
    switch value {
    case .null: add(byte: 0)
    case .bool(let bool): add(byte: bool ? 2 : 1)
    case .integer(let integer):
      add(byte: 3)
      add(UInt64(bitPattern: integer))
    case .unsigned(let integer):
      add(byte: 4)
      add(integer)
    case .real(let real):
      add(byte: 5)
      add(real.bitPattern)
    case .decimal(let decimal):
      add(byte: 6)
      add("\(decimal)")
    case .text(let text):
      add(byte: 7)
      add(text)
    case .date(let date):
      add(byte: 8)
      add(date.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let data):
      add(byte: 9)
      add(data)
    case .uuid(let uuid):
      add(byte: 10)
      withUnsafeBytes(of: uuid.uuid) { bytes in for byte in bytes { add(byte: byte) } }
    case .url(let url):
      add(byte: 11)
      add(url)
    case .reference(let reference):
      add(byte: 12)
      add(reference.entity)
      add(UInt64(bitPattern: reference.key))
    default: addParts(of: value)
    }
  }

  private mutating func addParts(of value: AppleValue) {
    switch value {
    case .composite(let fields):
      add(byte: 13)
      for field in fields { add(field) }
    case .array(let members):
      add(byte: 14)
      add(UInt64(members.count))
      for member in members { add(member) }
    case .set(let members):
      add(byte: 15)
      add(UInt64(members.count))
      for member in members { add(member) }
    case .dictionary(let entries):
      add(byte: 16)
      add(UInt64(entries.count))
      for entry in entries {
        add(entry.key)
        add(entry.value)
      }
    case .object(let object):
      add(byte: 17)
      add(object.className)
      for field in object.fields { add(field) }
    case .cycle(let name):
      add(byte: 18)
      add(name)
    case .invalid(let invalid):
      add(byte: 19)
      add(invalid.stored)
    default: break
    }
  }

  private mutating func add(_ field: AppleValue.Field) {
    add(field.name)
    add(field.value)
  }
}
