import Perennial

// The requests of the operations on presets.

extension PresetRequest {
  /// Returns the request that brings a store to the content of some catalogs.
  static func apply(_ due: [PresetCatalog], of catalogs: ResolvedCatalogs) -> PresetRequest {
    let names = Set(due.map(\.name))
    var request = PresetRequest(
      operation: .apply, contains: { names.contains($0.catalog) },
      userProperties: catalogs.userProperties)
    request.retiring = names
    request.records = due.map { ($0.name, catalogs.record(of: $0)) }
    return request
  }

  /// Returns the request that discards the edits of presets, restores deleted ones, and deletes user objects.
  static func reset(
    _ scope: PresetScope, _ userObjects: PresetLibrary.UserObjects, of catalogs: ResolvedCatalogs,
    in transaction: PresetTransaction
  ) throws -> PresetRequest {
    var request = PresetRequest(
      operation: .reset, contains: scope.contains, userProperties: catalogs.userProperties)
    // A full reset also writes the properties that belong to the user from the beginning.
    if case .everything = scope, userObjects == .deleted { request.userProperties = [:] }
    request.fields = scope.fields
    request.retiring = Set(catalogs.catalogs.map(\.name))
    request.retires = scope.contains
    request.resets = scope.resets(in: catalogs.contents)
    if userObjects == .deleted {
      request.emptied =
        switch scope {
        case .everything: transaction.layouts
        case .models, .entities: transaction.layouts.filter(scope.contains)
        case .presets: catalogs.layouts
        case .preset, .fields: []
        }
    }
    if scope.fields != nil { return request }
    for (owner, property) in catalogs.parts {
      let keys = catalogs.contents.presets.filter { $0.layout === owner && scope.contains($0) }
        .map(\.key)
      guard let found = try StoreStateReader(transaction).userParts(of: keys, owner, by: property),
        !found.keys.isEmpty
      else { continue }
      request.userParts[found.entityName, default: []].formUnion(found.keys)
    }
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
