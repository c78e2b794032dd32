import Foundation
import PerennialRecords

extension WebValue {
  /// Reads the value of a field.
  ///
  /// - Parameters:
  ///   - type: The type that the value has to have.
  ///   - field: The name of the field, for errors.
  /// - Throws: `BAD_REQUEST`, with the name of the field.
  init(_ json: JSONValue, as type: WebType, field: String) throws(WebError) {
    guard let value = try Self.value(json, as: type, of: field) else {
      throw .badRequest(
        "Invalid value for the field “\(field)”, expected type \(type.rawValue).")
    }
    self = value
  }

  private static func value(
    _ json: JSONValue, as type: WebType, of field: String
  ) throws(WebError) -> WebValue? {
    switch type {
    case .string: return json.text.map { .string($0) }
    case .int64: return integer(json).map { .int64($0) }
    case .double: return number(json).map { .double($0) }
    case .timestamp:
      return integer(json).flatMap { times.contains($0) ? .timestamp($0) : nil }
    case .bytes: return json.text.flatMap { Data(base64Encoded: $0) }.map { .bytes($0) }
    case .reference: return try reference(json, field).map { .reference($0) }
    case .location: return WebLocation(json).map { .location($0) }
    case .asset: return asset(json).map { .asset($0) }
    case .encryptedBytes: return nil
    default:
      guard let element = type.element, let list = json.list else { return nil }
      var values: [WebValue] = []
      for json in list {
        guard let value = try value(json, as: element, of: field) else { return nil }
        values.append(value)
      }
      return .list(type, values)
    }
  }

  /// The years 1 to 9999, in milliseconds since 1970.
  ///
  /// The first is `Date.distantPast`, two days before the year 1 of the Gregorian calendar: it is the year's first day in
  /// the Julian one.
  private static let times: ClosedRange<Int64> = -62_135_769_600_000...253_402_300_799_999

  private static func integer(_ json: JSONValue) -> Int64? {
    json.integer ?? json.text.flatMap { Int64($0) }
  }

  private static func number(_ json: JSONValue) -> Double? {
    let number = json.number ?? json.text.flatMap { Double($0) }
    return number.flatMap { $0.isNaN ? nil : $0 }
  }

  private static func reference(
    _ json: JSONValue, _ field: String
  ) throws(WebError) -> RecordName? {
    guard let members = json.members, let name = members["recordName"]?.text,
      RecordName(name).isValid
    else { return nil }
    switch members["action"] {
    case nil, .null, .text("NONE"): return RecordName(name)
    case .text(let action) where action == "DELETE_SELF" || action == "VALIDATE":
      throw .badRequest(
        "The reference of the field “\(field)” has the action \(action), which the hub does not "
          + "carry out. Use NONE.")
    default: return nil
    }
  }

  /// Returns the asset whose upload has answered with the object.
  private static func asset(_ json: JSONValue) -> RecordAsset? {
    guard let members = json.members, let text = members["fileChecksum"]?.text,
      let digest = Data(base64Encoded: text), let size = members["size"]?.integer
    else { return nil }
    return RecordAsset(checksum: digest.hexadecimal, byteCount: Int(clamping: size))
  }

  /// Returns the type of a value that a request does not name.
  ///
  /// - Parameter known: The type that the field has.
  /// - Throws: `BAD_REQUEST` if more than one type is possible.
  static func type(
    of json: JSONValue, known: WebType?, field: String
  ) throws(WebError) -> WebType {
    if let known, known != .encryptedBytes, (try? value(json, as: known, of: field)) != nil {
      return known
    }
    switch json {
    case .text: return .string
    case .integer: return .int64
    case .real: return .double
    case .object(let members) where members["recordName"] != nil: return .reference
    case .object(let members) where members["latitude"] != nil: return .location
    case .object(let members) where members["fileChecksum"] != nil: return .asset
    case .list(let elements):
      var types: Set<WebType> = []
      for element in elements { types.insert(try type(of: element, known: nil, field: field)) }
      if types.count == 1, let list = types.first?.list { return list }
      throw .badRequest("The list of the field “\(field)” needs a “type”, such as STRING_LIST.")
    default: throw .badRequest("The value of the field “\(field)” needs a “type”.")
    }
  }

  // MARK: Writing

  /// Returns the JSON form.
  ///
  /// - Parameters:
  ///   - numbersAsStrings: `true` if whole numbers are texts.
  ///   - address: Returns the address at which an asset can be read.
  func json(numbersAsStrings: Bool = false, _ address: (RecordAsset) -> String?) -> JSONValue {
    switch self {
    case .string(let text): .text(text)
    case .int64(let number), .timestamp(let number):
      numbersAsStrings ? .text("\(number)") : .integer(number)
    case .double(let number):
      if number.isFinite {
        numbersAsStrings ? .text("\(number)") : .real(number)
      } else {
        .text(number < 0 ? "-Infinity" : "Infinity")
      }
    case .bytes(let data), .encryptedBytes(let data): .text(data.base64EncodedString())
    case .reference(let name):
      .object(["recordName": .text(name.rawValue), "action": .text("NONE")])
    case .location(let location): location.json
    case .asset(let asset):
      .members([
        "fileChecksum": .text(asset.digest.base64EncodedString()),
        "size": .integer(Int64(asset.byteCount)), "downloadURL": address(asset).map { .text($0) },
      ])
    case .list(_, let values):
      .list(values.map { $0.json(numbersAsStrings: numbersAsStrings, address) })
    }
  }
}

extension Data {
  /// The bytes as hexadecimal digits in lower case.
  var hexadecimal: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}

extension RecordAsset {
  /// Creates the asset of an entry; nil for an entry that has no digest.
  init?(_ entry: StoredAsset) {
    self.init(checksum: entry.checksum, byteCount: Int(clamping: entry.bytes))
  }

  /// The bytes of the digest.
  var digest: Data {
    var (digest, rest) = (Data(), checksum[...])
    while rest.count > 1 {
      digest.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return digest
  }
}
