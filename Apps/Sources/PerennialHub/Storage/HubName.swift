/// The rules for names of zones and accounts.
enum HubName {
  /// Returns `true` for the identifier of an app's container, such as `iCloud.example`: 1 to 128 characters of
  /// `A…Z a…z 0…9 . _ -`, without a dot at the beginning.
  static func isZone(_ text: some StringProtocol) -> Bool { isName(text, longest: 128, adding: "") }

  /// Returns `true` for the name of an account: 1 to 64 characters of `A…Z a…z 0…9 . _ - @ +`, without a dot at
  /// the beginning.
  static func isAccount(_ text: some StringProtocol) -> Bool {
    isName(text, longest: 64, adding: "@+")
  }

  private static func isName(
    _ text: some StringProtocol, longest: Int, adding: String
  ) -> Bool {
    let bytes = text.utf8
    let others = "._-\(adding)".utf8
    return (1...longest).contains(bytes.count) && bytes.first != UInt8(ascii: ".")
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: others.contains(byte)
        }
      }
  }
}
