extension Schema {
  /// The metadata that `@Model` generates for one property, and for one `#Unique`,
  /// `#Index` or `#Merge` of a class.
  ///
  /// The labels of the stored properties are part of the interface: programs find them with
  /// `Mirror`.
  public struct PropertyMetadata {
    let name: String
    let keypath: AnyKeyPath
    let defaultValue: Any?
    let metadata: (any SchemaProperty)?

    /// Creates the metadata of a property.
    ///
    /// - Parameter metadata: The attribute or relationship that the property's macro declares; nil
    ///   if it has none.
    public init(
      name: String,
      keypath: AnyKeyPath,
      defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}
