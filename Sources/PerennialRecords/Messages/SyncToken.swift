/// A position in the changes of a zone: all changes up to it were received.
public struct SyncToken: Hashable, Sendable {
  /// The number of the hub's database. It rises if an earlier backup replaces the database, so that positions
  /// of the lost changes are recognised.
  public let incarnation: Int64
  /// The number of the last received change.
  public let sequence: Int64
  /// The number of the last change that was forgotten when the device began to read the zone. It cannot have
  /// received what was deleted until then.
  public let floor: Int64

  /// Creates a position.
  public init(incarnation: Int64, sequence: Int64, floor: Int64 = 0) {
    self.incarnation = incarnation
    self.sequence = sequence
    self.floor = floor
  }
}

extension SyncToken: LosslessStringConvertible, Codable {
  /// The numbers, as in `1-4711-0`.
  public var description: String { "\(incarnation)-\(sequence)-\(floor)" }

  /// Creates the position that a text describes; nil if the text is not in the form of ``description``.
  ///
  /// ```swift
  /// print(SyncToken("1-4711-0")?.sequence ?? 0)  // 4711
  /// ```
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard parts.count == 3, numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(incarnation: numbers[0], sequence: numbers[1], floor: numbers[2])
    guard self.description == description else { return nil }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let token = SyncToken(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not a token of this hub.")
    }
    self = token
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
