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
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keypath: The key path of the property.
    ///   - defaultValue: The declared default; nil if there is none.
    ///   - metadata: The attribute or relationship that the property's macro declares; nil if it has
    ///     none.
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
