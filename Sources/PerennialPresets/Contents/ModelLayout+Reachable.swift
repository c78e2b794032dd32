import Perennial

extension [ModelLayout] {
  /// These models, and those that they are related to or inherit from, by the names of their entities: the
  /// models that a catalog file may name.
  var reachable: [String: ModelLayout] {
    var found: [String: ModelLayout] = [:]
    var waiting = self[...]
    while let layout = waiting.popFirst() {
      if found[layout.entityName] != nil { continue }
      found[layout.entityName] = layout
      waiting += layout.properties.compactMap(\.destinationLayout)
      if let above = layout.superlayout { waiting.append(above) }
    }
    return found
  }

  init(of types: [any PersistentModel.Type]) { self = types.map { ModelLayout.of($0) } }
}
