/// The JSON form: an object with a member for each writer, with the stamp and the amount of its total, and the latest
/// reset that the device knew, if there was one. The name of a member has the device's number with 16 hexadecimal
/// digits. The name of the merged record follows after a slash, if the device has counted in one.
///
/// ```json
/// {"00004be2a1b2c3d4": ["0193b1f2c4a00000-00004be2a1b2c3d4", 3],
///  "00004be2a1b2c3d4/o.00b1f2c4a0000001": ["0193b1f2c4a10000-00004be2a1b2c3d4", 1]}
/// ```
extension CounterTotals: Codable {
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.singleValueContainer()
    for (text, total) in try container.decode([String: Total].self) {
      guard let writer = Writer(text) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription:
            "“\(text)” is not a device: a number of 16 hexadecimal digits, which a slash "
            + "and the name of a record can follow.")
      }
      totals[writer] = total
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      Dictionary(uniqueKeysWithValues: totals.map { ($0.key.description, $0.value) }))
  }
}

extension CounterTotals.Writer: LosslessStringConvertible {
  /// The number of the device, and the name of the merged record after a slash.
  public var description: String {
    source.map { "\(device.digits)/\($0.rawValue)" } ?? device.digits
  }

  /// Creates the writer that a text describes; nil if the text is not in the exact form of ``description``.
  public init?(_ description: String) {
    guard let number = Int64(description.prefix(16), radix: 16),
      let device = DeviceIdentifier(rawValue: number)
    else { return nil }
    let rest = description.dropFirst(16)
    self.init(device, in: rest.isEmpty ? nil : RecordName(String(rest.dropFirst())))
    guard self.description == description, source?.isValid != false else { return nil }
  }
}

extension CounterTotals.Total: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let stamp = try container.decode(Stamp.self)
    let amount = try container.decode(Int64.self)
    let reset = container.isAtEnd ? nil : try container.decode(Stamp.self)
    self.init(stamp: stamp, amount: amount, reset: reset)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(stamp)
    try container.encode(amount)
    if let reset { try container.encode(reset) }
  }
}
