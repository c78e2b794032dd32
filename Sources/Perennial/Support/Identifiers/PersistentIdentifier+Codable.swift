extension PersistentIdentifier {
  private enum OuterKeys: String, CodingKey { case implementation }

  private enum CodingKeys: String, CodingKey {
    case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName
  }

  /// The key as text. It begins with `p`, or with `t` for a temporary identifier.
  private var encodedKey: String {
    let prefix = isTemporary ? "t" : "p"
    switch key {
    case .row(let rowID): return "\(prefix)\(rowID)"
    case .custom(let text): return "\(prefix)\(text)"
    }
  }

  /// Writes the same keys as Apple's framework, because programs read them: `implementation` with
  /// `primaryKey`, `uriRepresentation`, `isTemporary`, `storeIdentifier` and `entityName`.
  public func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: OuterKeys.self)
    var values = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
    try values.encode(encodedKey, forKey: .primaryKey)
    let location = "\(storeIdentifier ?? "")/\(entityName)/\(encodedKey)"
    try values.encode("x-coredata://\(location)", forKey: .uriRepresentation)
    try values.encode(isTemporary, forKey: .isTemporary)
    try values.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try values.encode(entityName, forKey: .entityName)
  }

  /// Reads the keys that encode(to:) writes.
  public init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: OuterKeys.self)
    let values = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
    let text = try values.decode(String.self, forKey: .primaryKey)
    guard let prefix = text.first, prefix == "p" || prefix == "t" else {
      throw DecodingError.dataCorruptedError(
        forKey: .primaryKey, in: values,
        debugDescription: "a primary key must begin with “p” or “t”: “\(text)”")
    }
    let digits = text.dropFirst()
    let store = try values.decodeIfPresent(String.self, forKey: .storeIdentifier)
    self.init(
      storeIdentifier: prefix == "t" ? nil : store,
      entityName: try values.decode(String.self, forKey: .entityName),
      key: Key(text: String(digits)))
  }
}
