import Foundation

/// A binary property list. Its objects are read one by one, when they are needed, so a list with shared objects takes no
/// more memory than its bytes.
///
/// Foundation's reader makes a private object of each UID, which only Foundation's unarchiver reads. This one gives the
/// numbers.
///
/// No input makes it trap. Every access is checked against the number of bytes.
struct PropertyList {
  /// The number of an object in the list.
  typealias Reference = Int

  /// An object: a value, or a container with references to its members.
  enum Object: Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    /// Seconds since the beginning of 2001.
    case date(Double)
    case data(Data)
    case text(String)
    /// A reference between the objects of a keyed archive.
    case uid(UInt64)
    case array([Reference])
    case set([Reference])
    case dictionary([Pair])
  }

  struct Pair: Hashable {
    let key: Reference
    let value: Reference
  }

  private let bytes: [UInt8]
  private let offsetsStart: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let budget: ReadBudget
  /// The number of objects.
  let count: Int
  /// The outermost object.
  let root: Reference

  /// Returns `true` if data begins like a binary property list.
  static func isPropertyList(_ data: Data) -> Bool {
    data.count >= 40 && data.starts(with: Data("bplist0".utf8))
  }

  /// Reads the trailer of a list.
  ///
  /// - Throws: ``ArchiveError``.
  init(_ data: Data, limits: ArchiveLimits = ArchiveLimits()) throws {
    bytes = [UInt8](data)
    budget = ReadBudget(limits, size: bytes.count)
    guard Self.isPropertyList(data) else {
      throw ArchiveError.damaged("the data is not a binary property list")
    }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.integer(bytes, at: trailer + 8, size: 8),
      let root = Self.integer(bytes, at: trailer + 16, size: 8),
      let start = Self.integer(bytes, at: trailer + 24, size: 8),
      count > 0, root < count, start >= 8, start < trailer,
      count <= (trailer - start) / offsetSize
    else { throw ArchiveError.damaged("the property list has no valid trailer") }
    guard count <= limits.values else {
      throw ArchiveError.tooLarge(
        "the property list has \(count) objects; at most \(limits.values) are read")
    }
    (self.count, self.root, offsetsStart) = (count, root, start)
  }

  /// Reads an object.
  ///
  /// - Throws: ``ArchiveError``.
  func object(_ reference: Reference) throws -> Object {
    guard reference >= 0, reference < count,
      let start = Self.integer(
        bytes, at: offsetsStart + reference * offsetSize, size: offsetSize),
      start >= 8, start < offsetsStart
    else { throw ArchiveError.damaged("the property list has a reference to no object") }
    let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 15))
    try budget.read()
    switch kind {
    case 0x0:
      switch low {
      case 0: return .null
      case 8: return .bool(false)
      case 9: return .bool(true)
      default: throw unknown(bytes[start])
      }
    case 0x1: return try integer(at: start + 1, power: low)
    case 0x2: return .real(try real(at: start + 1, power: low))
    case 0x3 where low == 3: return .date(try real(at: start + 1, power: low))
    case 0x8:
      guard low < 8, let uid = Self.unsigned(bytes, at: start + 1, size: low + 1) else {
        throw unknown(bytes[start])
      }
      return .uid(uid)
    case 0x4:
      let range = try contents(at: start, low, size: 1)
      try budget.copy(range.count)
      return .data(Data(bytes[range]))
    case 0x5, 0x7:
      let range = try contents(at: start, low, size: 1)
      try budget.copy(range.count)
      return .text(String(decoding: bytes[range], as: UTF8.self))
    case 0x6:
      let range = try contents(at: start, low, size: 2)
      try budget.copy(range.count)
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return .text(String(decoding: units, as: UTF16.self))
    case 0xA: return .array(try references(at: start, low))
    case 0xB, 0xC: return .set(try references(at: start, low))
    case 0xD:
      let range = try contents(at: start, low, size: 2 * referenceSize)
      let half = range.count / 2
      let keys = try references(in: range.lowerBound..<range.lowerBound + half)
      let values = try references(in: range.lowerBound + half..<range.upperBound)
      return .dictionary(zip(keys, values).map { Pair(key: $0, value: $1) })
    default: throw unknown(bytes[start])
    }
  }

  private func unknown(_ byte: UInt8) -> ArchiveError {
    .damaged("the property list has an object of the unknown kind \(byte)")
  }

  private func truncated() -> ArchiveError {
    .damaged("the property list has an object that is longer than the list")
  }

  private func integer(at start: Int, power: Int) throws -> Object {
    guard power <= 4 else { throw unknown(UInt8(0x10 + power)) }
    if power == 4 {
      guard let high = Self.unsigned(bytes, at: start, size: 8),
        let low = Self.unsigned(bytes, at: start + 8, size: 8)
      else { throw truncated() }
      if high == 0 { return low <= Int64.max ? .integer(Int64(low)) : .unsigned(low) }
      if high == .max, low > Int64.max { return .integer(Int64(bitPattern: low)) }
      throw ArchiveError.damaged("the property list has an integer of more than 64 bits")
    }
    guard let value = Self.unsigned(bytes, at: start, size: 1 << power) else { throw truncated() }
    return .integer(Int64(bitPattern: value))
  }

  private func real(at start: Int, power: Int) throws -> Double {
    guard power == 2 || power == 3 else { throw unknown(UInt8(0x20 + power)) }
    guard let bits = Self.unsigned(bytes, at: start, size: 1 << power) else { throw truncated() }
    return power == 2
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  /// Returns the bytes of an object's contents.
  ///
  /// - Parameters:
  ///   - start: The position of the object.
  ///   - low: The number in its first byte: the number of elements, or 15 if that number follows.
  ///   - size: The number of bytes of an element.
  private func contents(at start: Int, _ low: Int, size: Int) throws -> Range<Int> {
    var first = start + 1
    var number = low
    if low == 15 {
      guard first < offsetsStart, bytes[first] >> 4 == 1, bytes[first] & 15 <= 3,
        let count = Self.integer(bytes, at: first + 1, size: 1 << Int(bytes[first] & 15))
      else { throw truncated() }
      number = count
      first += 1 + 1 << Int(bytes[start + 1] & 15)
    }
    guard first <= offsetsStart, number <= (offsetsStart - first) / size else { throw truncated() }
    return first..<first + number * size
  }

  private func references(at start: Int, _ low: Int) throws -> [Reference] {
    try references(in: contents(at: start, low, size: referenceSize))
  }

  private func references(in range: Range<Int>) throws -> [Reference] {
    try budget.read(members: range.count / referenceSize)
    return try stride(from: range.lowerBound, to: range.upperBound, by: referenceSize).map {
      position in
      guard let reference = Self.integer(bytes, at: position, size: referenceSize),
        reference < count
      else { throw ArchiveError.damaged("the property list has a reference to no object") }
      return reference
    }
  }

  /// Returns a number of up to eight bytes, the greatest first; nil beyond the end.
  private static func unsigned(_ bytes: [UInt8], at start: Int, size: Int) -> UInt64? {
    guard start >= 0, size <= bytes.count, start <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | UInt64(byte) }
    return value
  }

  private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
    unsigned(bytes, at: start, size: size).flatMap { Int(exactly: $0) }
  }
}
