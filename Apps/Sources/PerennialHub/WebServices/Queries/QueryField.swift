import PerennialRecords

/// A field that a query compares or sorts by: one of the record's, or one that every record has.
enum QueryField: Equatable, Sendable {
  case named(String)
  /// All texts of a record, for searches of words.
  case allTexts
  case recordName, created, modified, user
  /// A part of records that this hub does not have.
  case absent

  /// Reads `fieldName` or `systemFieldName`.
  ///
  /// - Throws: `BAD_REQUEST` for a system field that does not exist.
  init?(in object: JSONObject) throws(WebError) {
    if let name = try object.text("fieldName") {
      self = Self.system[name] ?? .named(name)
    } else if let name = try object.text("systemFieldName") {
      guard let field = Self.system[name] else {
        throw .badRequest("“\(name)” isn't a system field.")
      }
      self = field
    } else {
      return nil
    }
  }

  /// The system fields, by the names of the protocol and those of indices.
  private static let system: [String: QueryField] = [
    "recordName": .recordName, "___recordID": .recordName,
    "createdTimestamp": .created, "___createTime": .created,
    "modifiedTimestamp": .modified, "___modTime": .modified,
    "createdUserRecordName": .user, "___createdBy": .user,
    "modifiedUserRecordName": .user, "___modifiedBy": .user,
    "share": .absent, "___share": .absent, "parent": .absent, "___parent": .absent,
  ]

  /// Returns the value of a record; nil if it has none.
  ///
  /// - Parameter owner: The user of the database.
  func value(in view: RecordView, owner: String) -> WebValue? {
    switch self {
    case .named(let name): view.value(of: name)
    case .recordName: .string(view.name.rawValue)
    case .created: .timestamp(view.created)
    case .modified: .timestamp(view.changed)
    case .user: .string(owner)
    case .allTexts:
      .list(
        .stringList,
        view.fields.sorted().compactMap { name in
          if case .string(let text)? = view.value(of: name) { .string(text) } else { nil }
        })
    case .absent: nil
    }
  }
}
