import PerennialRecords

/// The types that clients have given to the fields of a record, where the stored values do not tell them.
///
/// They are a member of the record's state that devices keep: an object whose values are lists with the stamp first,
/// `{"due": ["018bcfe568000000-00000000000004d2", "TIMESTAMP"]}`. So they are joined as fields are.
struct FieldMarks: Sendable {
  /// The name of the member.
  static let member = "types"

  private struct Mark {
    let stamp: Stamp
    let type: WebType
  }

  private var types: [String: Mark] = [:]

  init(in state: RecordState<RecordValue>) {
    for (field, mark) in state.others[Self.member]?.members ?? [:] {
      guard let parts = mark.list, parts.count == 2, let stamp = parts[0].text.flatMap(Stamp.init),
        let type = parts[1].text.flatMap(WebType.init(rawValue:))
      else { continue }
      types[field] = Mark(stamp: stamp, type: type)
    }
  }

  /// The fields with a mark.
  var fields: Set<String> { Set(types.keys) }

  /// The latest stamp of the marks.
  var latestStamp: Stamp? { types.values.map(\.stamp).max() }

  subscript(field: String) -> WebType? { types[field]?.type }

  /// Returns the member of the state with the marks of some fields.
  static func content(_ types: [String: WebType], at stamp: Stamp) -> JSONValue {
    .object(
      types.mapValues { .list([.text(stamp.description), .text($0.rawValue)]) })
  }
}
