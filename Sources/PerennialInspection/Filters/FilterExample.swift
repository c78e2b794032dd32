import Perennial

extension InspectedStore {
  /// Returns a filter with properties of an entity, as an example of the grammar.
  ///
  /// ```swift
  /// print(try store.exampleFilter(of: "Recipe"))  // slug contains "a" && rating < 10
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func exampleFilter(of entity: String) throws -> String {
    let scope = FilterScope(store: self, entity: entity, shape: try shape(ofEntity: entity))
    let properties = scope.shape.properties
    let texts = properties.filter { $0.kind == .attribute(.text) && $0.cases == nil }
    let others = properties.filter { $0.kind != .attribute(.text) || $0.cases != nil }
    let counts = linkQueries(ofEntity: entity).map { "\($0.name).count > 1" }
    /// Returns the first condition that can be understood. The name of a property can be a keyword.
    func first(_ conditions: [String]) -> String? {
      conditions.first { text in
        var parser = try? FilterParser(text, scope)
        return (try? parser?.parse()) != nil
      }
    }
    let conditions = [
      first(texts.map { "\($0.name) contains \"a\"" }),
      first(others.compactMap(\.exampleCondition) + counts),
    ].compactMap(\.self)
    return conditions.isEmpty ? "key > 0" : conditions.joined(separator: " && ")
  }
}

extension Field {
  /// A condition on the property in a filter, as an example; nil if it would be a strange one.
  fileprivate var exampleCondition: String? {
    switch cases?.all.first {
    case .text(let text)?: return "\(name) == \"\(text)\""
    case .integer(let integer)?: return "\(name) == \(integer)"
    case nil: break
    }
    return switch kind {
    case .attribute(.bool): "\(name) == true"
    case .attribute(.date): "\(name) >= \"2026-01-31\""
    case .attribute(.uint64): "\(name) == 10"
    case .attribute(.text), .attribute(.url), .attribute(.uuid), .attribute(.json),
      .attribute(.data), .orderKey:
      nil
    case .attribute: "\(name) < 10"
    case .reference: "\(name) != nil"
    }
  }
}
