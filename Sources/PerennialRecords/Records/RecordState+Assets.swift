extension RecordState<RecordValue> {
  /// The assets that the state can show: those of fields, of the catalog's content, and of the copies of older apps.
  ///
  /// Values that are only compared, as the base of an edit, are not among them.
  ///
  /// ```swift
  /// func missing(from request: PushRequest, of known: Set<RecordAsset>) -> Set<RecordAsset> {
  ///   request.records.reduce(into: []) { $0.formUnion($1.state.assets.subtracting(known)) }
  /// }
  /// ```
  public var assets: Set<RecordAsset> {
    var assets = Set(edits.values.compactMap(\.value.asset))
    if let catalogVersion { assets.formUnion(catalogVersion.values.values.compactMap(\.asset)) }
    for copy in duplicates.values {
      for version in copy.versions.values {
        assets.formUnion(version.values.values.compactMap(\.asset))
      }
    }
    return assets
  }

  /// Removes the content that mentions certain assets.
  public mutating func remove(_ removed: Set<RecordAsset>) {
    func mentions(_ value: RecordValue) -> Bool { value.asset.map(removed.contains) ?? false }
    edits = edits.filter { !mentions($0.value.value) }
    if catalogVersion?.values.values.contains(where: mentions) == true { catalogVersion = nil }
    duplicates = duplicates.filter { _, copy in
      !copy.versions.values.contains { $0.values.values.contains(where: mentions) }
    }
  }
}
