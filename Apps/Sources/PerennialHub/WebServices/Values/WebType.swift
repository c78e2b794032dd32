/// The type of a field, as the protocol names it.
enum WebType: String, Sendable {
  case string = "STRING"
  case int64 = "INT64"
  case double = "DOUBLE"
  case timestamp = "TIMESTAMP"
  case bytes = "BYTES"
  case reference = "REFERENCE"
  case location = "LOCATION"
  case asset = "ASSETID"
  /// A value that devices have sealed. It is read only.
  case encryptedBytes = "ENCRYPTED_BYTES"
  case stringList = "STRING_LIST"
  case int64List = "INT64_LIST"
  case doubleList = "DOUBLE_LIST"
  case timestampList = "TIMESTAMP_LIST"
  case bytesList = "BYTES_LIST"
  case referenceList = "REFERENCE_LIST"
  case locationList = "LOCATION_LIST"

  /// The type of the elements; nil for a type that isn't a list.
  var element: WebType? {
    switch self {
    case .stringList: .string
    case .int64List: .int64
    case .doubleList: .double
    case .timestampList: .timestamp
    case .bytesList: .bytes
    case .referenceList: .reference
    case .locationList: .location
    default: nil
    }
  }

  /// The type of lists of the type; nil if there is none.
  var list: WebType? { WebType(rawValue: "\(rawValue)_LIST") }

  /// `true` if values of the type are kept with a mark, because a device keeps them as numbers or texts.
  var needsMark: Bool {
    self == .timestamp || self == .location || element != nil
  }

  /// Reads the `type` of a field.
  ///
  /// - Throws: `BAD_REQUEST` for a type that the hub does not store.
  init(named name: String, field: String) throws(WebError) {
    guard let type = WebType(rawValue: name == "ASSET" ? "ASSETID" : name), type != .encryptedBytes
    else {
      throw .badRequest("The field “\(field)” has the type \(name), which the hub does not store.")
    }
    self = type
  }
}
