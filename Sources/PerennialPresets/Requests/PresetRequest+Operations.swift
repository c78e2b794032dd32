import Perennial

// The requests of the operations on presets.

extension PresetRequest {
  /// Returns the request that brings a store to the content of some catalogs.
  static func apply(_ due: [PresetCatalog], of catalogs: ResolvedCatalogs) -> PresetRequest {
    // A list of few names is searched faster than a set.
    let names = due.map(\.name)
    var request = PresetRequest(
      operation: .apply, contains: { names.contains($0.catalog) },
      userProperties: catalogs.userProperties)
    request.retiring = Set(names)
    request.records = due.map { ($0.name, catalogs.record(of: $0)) }
    return request
  }

  /// Returns the request that inserts presets that have no row, and leaves others as they are.
  static func restore(
    _ isMeant: @escaping (CatalogPreset) -> Bool, of catalogs: ResolvedCatalogs
  ) -> PresetRequest {
    PresetRequest(
      operation: .restore, contains: isMeant, userProperties: catalogs.userProperties)
  }

  /// The request for the same presets that retires none and deletes no user objects.
  var withoutDeletions: PresetRequest {
    var request = self
    (request.retiring, request.emptied, request.userParts, request.resets) = ([], [], [:], [])
    return request
  }
}
