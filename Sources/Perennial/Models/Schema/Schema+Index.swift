extension Schema {
  /// Indices over one or several properties, as `#Index` declares them.
  public final class Index<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible,
    KeyPathConstraint
  {
    /// An index: its kind and its properties, in order.
    public enum Types<P: PersistentModel>: Hashable {
      /// An ordered index: equality, ranges, sorting.
      case binary([PartialKeyPath<P>])
      /// Core Data's spatial index. Stored as an ordered index.
      case rtree([PartialKeyPath<P>])

      var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let paths), .rtree(let paths): paths
        }
      }

      var kind: IndexKind {
        switch self {
        case .binary: .binary
        case .rtree: .rtree
        }
      }
    }

    /// The indices of the entity.
    public let indices: [Types<T>]
    /// A fixed name: the indices belong to no single property.
    public var name = "Schema.Index"
    /// A fixed name: the indices belong to no single property.
    public var originalName = "Schema.Index"
    /// The class that has the indices.
    public var valueType: any Any.Type = T.self

    /// Creates indices of any kind.
    public init(_ indices: Types<T>...) {
      self.indices = indices
    }

    /// Creates ordered indices, each over the properties of one array.
    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      indices = binaryIndices.map { .binary($0) }
    }

    /// `false`: an index does not restrict values.
    public var isUnique: Bool { false }
    var uniqueKeyPaths: [[AnyKeyPath]] { [] }
    var indexedKeyPaths: [(kind: IndexKind, keyPaths: [AnyKeyPath])] {
      indices.filter { !$0.keyPaths.isEmpty }.map { ($0.kind, $0.keyPaths) }
    }

    /// The keys of the encoded form.
    public enum CodingKeys: String, CodingKey { case indices }

    /// The encoded form of an index: its kind, and the names of its properties.
    private struct Description: Codable {
      let kind: IndexKind
      let properties: [String]
    }

    /// Reads the indices by the names of their properties.
    public required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let descriptions = try values.decode([Description].self, forKey: .indices)
      let paths: [[PartialKeyPath<T>]] = try ModelLayout.keyPaths(
        named: descriptions.map(\.properties), codingPath: decoder.codingPath)
      indices = zip(descriptions, paths).map { description, paths in
        switch description.kind {
        case .binary: .binary(paths)
        case .rtree: .rtree(paths)
        }
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      let names = ModelLayout.names(of: indices.map(\.keyPaths))
      let descriptions = zip(indices, names).map { Description(kind: $0.kind, properties: $1) }
      try values.encode(descriptions, forKey: .indices)
    }

    /// Returns `true` if both have the same indices in the same order.
    public static func == (lhs: Index, rhs: Index) -> Bool { lhs.indices == rhs.indices }
    public func hash(into hasher: inout Hasher) { hasher.combine(indices) }
    public var debugDescription: String {
      "Index(\(ModelLayout.names(of: indices.map(\.keyPaths))))"
    }
  }
}
