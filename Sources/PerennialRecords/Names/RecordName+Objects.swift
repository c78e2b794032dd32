extension RecordName {
  /// The longest name in bytes.
  public static let longest = 255

  /// Returns the name of an object that the user has created: `o.` and its key with 16 hexadecimal digits.
  public static func object(key: Int64) -> RecordName {
    RecordName("o." + digits(of: key))
  }

  /// The key of the object that the name belongs to; nil for presets and other records.
  public var objectKey: Int64? { key(after: "o.") }

  static func digits(of key: Int64) -> String {
    let digits = String(UInt64(bitPattern: key), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the number after a prefix of two characters; nil if the name has another form.
  func key(after prefix: String) -> Int64? {
    guard rawValue.utf8.count == 18, rawValue.hasPrefix(prefix),
      let number = UInt64(rawValue.dropFirst(2), radix: 16)
    else { return nil }
    let key = Int64(bitPattern: number)
    return prefix + RecordName.digits(of: key) == rawValue ? key : nil
  }

  /// `true` if the name has one of the forms that records have: 1 to 255 ASCII characters that can be
  /// printed, without spaces, and no underscore at the beginning.
  public var isValid: Bool {
    let bytes = rawValue.utf8
    return (1...Self.longest).contains(bytes.count) && bytes.first != UInt8(ascii: "_")
      && bytes.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
