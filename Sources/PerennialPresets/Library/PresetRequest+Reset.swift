import Perennial

extension PresetRequest {
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
}
