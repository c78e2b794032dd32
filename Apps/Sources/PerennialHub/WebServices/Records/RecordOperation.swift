import PerennialRecords

/// An operation of `records/modify`.
struct RecordOperation: Sendable {
  enum Kind: String, Sendable {
    case create, update, forceUpdate, replace, forceReplace, delete, forceDelete

    var isDeletion: Bool { self == .delete || self == .forceDelete }
    /// `true` if fields that the operation does not name lose their values.
    var replaces: Bool { self == .replace || self == .forceReplace }
    /// `true` if the operation needs the tag of the present version.
    var needsTag: Bool { self == .update || self == .replace || self == .delete }
  }

  let kind: Kind
  let name: RecordName
  let type: String?
  let tag: String?
  /// The fields, of which a field with the value null loses its value.
  let fields: [String: Field]
  /// The fields that the answer has; nil for those that the request wants.
  let keys: [String]?

  struct Field: Sendable {
    /// The type; nil if the request does not name one.
    let type: WebType?
    /// The value; nil for none.
    let value: JSONValue?
  }

  /// Reads an operation.
  ///
  /// - Throws: `BAD_REQUEST` for an operation whose record isn't known. What is wrong with the record itself is thrown
  ///   as ``Invalid``, because the others may be carried out.
  init(_ object: JSONObject) throws {
    let name = try object.required("operationType", object.text)
    guard let kind = Kind(rawValue: name) else {
      throw WebError.badRequest(
        "“\(object.place(of: "operationType"))” is “\(name)”, which isn't an operation.")
    }
    let record = try object.required("record", object.object)
    guard let recordName = try record.text("recordName") ?? (kind == .create ? Self.newName() : nil)
    else { throw WebError.badRequest("“\(record.place(of: "recordName"))” is missing.") }
    self.kind = kind
    self.name = RecordName(recordName)
    do {
      try Self.check(record, self.name)
      type = try record.text("recordType")
      tag = try record.text("recordChangeTag")
      keys = try object.texts("desiredKeys")
      fields = try Self.fields(of: record)
    } catch { throw Invalid(name: self.name, error: error) }
  }

  /// The error of a record that cannot be read.
  struct Invalid: Error {
    let name: RecordName
    let error: WebError
  }

  /// Returns the name of a record that a client gives none: the name of an object, so that devices show the record.
  private static func newName() -> String {
    RecordName.object(key: Int64.random(in: 1 ... .max)).rawValue
  }

  private static func check(_ record: JSONObject, _ name: RecordName) throws(WebError) {
    guard name.isValid, name != .manifest else {
      throw .badRequest(
        "“\(name.rawValue)” isn't a name of a record: 1 to 255 printable ASCII characters without "
          + "spaces, and no underscore at the beginning.")
    }
    for member in ["parent", "share", "forRecord", "publicPermission", "participants"]
    where record.value(member) != nil {
      throw .badRequest("The record has “\(member)”. This hub does not share records.")
    }
    if try record.flag("createShortGUID") == true {
      throw .badRequest("The record wants a short GUID. This hub does not share records.")
    }
  }

  private static func fields(of record: JSONObject) throws(WebError) -> [String: Field] {
    var fields: [String: Field] = [:]
    guard let object = try record.object("fields") else { return [:] }
    for (name, value) in object.members {
      let bytes = name.utf8
      guard (1...255).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
        throw .badRequest("“\(name)” isn't a name of a field: 1 to 255 bytes without spaces.")
      }
      guard value != .null else {
        fields[name] = Field(type: nil, value: nil)
        continue
      }
      let field = try JSONObject(value, at: object.place(of: name))
      guard try field.flag("isEncrypted") != true else {
        throw .badRequest(
          "The field “\(name)” is to be encrypted. The hub has no keys: devices seal values "
            + "themselves.")
      }
      var type: WebType?
      if let text = try field.text("type") { type = try WebType(named: text, field: name) }
      fields[name] = Field(type: type, value: field.value("value"))
    }
    return fields
  }
}
