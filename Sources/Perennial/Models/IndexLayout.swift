/// The kind of an index. The raw value is the name in `Schema.Entity.indices`.
enum IndexKind: String, Codable {
  case binary, rtree
}

/// An index as a model class declares it.
struct IndexLayout {
  let kind: IndexKind
  let properties: [PropertyLayout]

  /// The kind, followed by the names of the properties.
  var description: [String] { [kind.rawValue] + properties.map(\.name) }
}
