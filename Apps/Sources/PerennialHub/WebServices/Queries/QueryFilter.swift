import PerennialRecords

/// A condition of a query.
struct QueryFilter: Sendable {
  /// The comparators of the protocol.
  enum Comparator: String, CaseIterable, Sendable {
    case equals = "EQUALS"
    case notEquals = "NOT_EQUALS"
    case lessThan = "LESS_THAN"
    case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
    case greaterThan = "GREATER_THAN"
    case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
    case near = "NEAR"
    case containsAllTokens = "CONTAINS_ALL_TOKENS"
    case containsAnyTokens = "CONTAINS_ANY_TOKENS"
    case isIn = "IN"
    case notIn = "NOT_IN"
    case beginsWith = "BEGINS_WITH"
    case notBeginsWith = "NOT_BEGINS_WITH"
    case listContains = "LIST_CONTAINS"
    case notListContains = "NOT_LIST_CONTAINS"
    case listContainsAny = "LIST_CONTAINS_ANY"
    case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
    case listContainsAll = "LIST_CONTAINS_ALL"
    case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
    case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
    case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"

    /// The comparator whose opposite this one is; nil for those that have no “NOT”.
    var negated: Comparator? {
      rawValue.hasPrefix("NOT_") ? Comparator(rawValue: String(rawValue.dropFirst(4))) : nil
    }

    /// `true` if a field is compared with all values of a list.
    var takesList: Bool {
      switch negated ?? self {
      case .isIn, .listContainsAny, .listContainsAll: true
      default: false
      }
    }
  }

  let comparator: Comparator
  let field: QueryField
  let value: WebValue
  /// The radius around a place, in metres.
  let distance: Double

  /// Reads a condition.
  ///
  /// - Throws: `BAD_REQUEST`, with the comparator or the field that cannot be compared.
  init(_ object: JSONObject) throws(WebError) {
    let name = try object.required("comparator", object.text)
    // A client spells one of them shorter.
    guard let comparator = Comparator(rawValue: name == "CONTAINS_ANY" ? "LIST_CONTAINS_ANY" : name)
    else { throw .badRequest("“\(name)” isn't a comparator.") }
    self.comparator = comparator
    let searchesWords = comparator == .containsAllTokens || comparator == .containsAnyTokens
    guard let field = try QueryField(in: object) ?? (searchesWords ? .allTexts : nil) else {
      throw .badRequest("“\(object.place)” has neither “fieldName” nor “systemFieldName”.")
    }
    self.field = field
    let operand = try object.required("fieldValue", object.object)
    let json = try operand.required("value") { name in operand.value(name) }
    let place = operand.place
    let type =
      if let name = try operand.text("type") { try WebType(named: name, field: place) } else {
        try WebValue.type(of: json, known: nil, field: place)
      }
    value = try WebValue(json, as: type, field: place)
    distance = object.value("distance")?.number ?? -1
    try check(name)
  }

  private func check(_ name: String) throws(WebError) {
    guard comparator.takesList == (value.elements != nil) else {
      throw .badRequest(
        comparator.takesList
          ? "The comparator \(name) needs a list, with a type such as STRING_LIST."
          : "The comparator \(name) does not compare with a list.")
    }
    switch comparator.negated ?? comparator {
    case .near:
      guard value.type == .location, distance >= 0 else {
        throw .badRequest("The comparator NEAR needs a LOCATION, and “distance” in metres.")
      }
    case .containsAllTokens, .containsAnyTokens, .beginsWith, .listMemberBeginsWith:
      guard value.type == .string || value.type == .reference else {
        throw .badRequest("The comparator \(name) needs a STRING.")
      }
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      guard value.isBefore(value) != nil else {
        throw .badRequest("The comparator \(name) cannot compare \(value.type.rawValue).")
      }
    default: break
    }
  }

  /// Returns `true` if a record satisfies the condition.
  ///
  /// A record without the field satisfies the conditions with “NOT” only. One whose value devices have sealed satisfies
  /// none.
  func matches(_ view: RecordView, owner: String) -> Bool {
    let found = field.value(in: view, owner: owner)
    if case .encryptedBytes = found { return false }
    if let positive = comparator.negated {
      return found.map { !matches($0, positive) } ?? true
    }
    return found.map { matches($0, comparator) } ?? false
  }

  private func matches(_ found: WebValue, _ comparator: Comparator) -> Bool {
    let wanted = value.elements ?? []
    func contains(_ element: WebValue) -> Bool {
      found.elements?.contains { $0.isEqual(to: element) } ?? false
    }
    switch comparator {
    case .equals: return found.isEqual(to: value)
    case .lessThan: return found.isBefore(value) == true
    case .greaterThan: return value.isBefore(found) == true
    case .lessThanOrEquals: return value.isBefore(found) == false
    case .greaterThanOrEquals: return found.isBefore(value) == false
    case .isIn: return wanted.contains { $0.isEqual(to: found) }
    case .beginsWith: return found.begins(with: value)
    case .listContains: return contains(value)
    case .listContainsAny: return wanted.contains(where: contains)
    case .listContainsAll: return wanted.allSatisfy(contains)
    case .listMemberBeginsWith: return found.elements?.contains { $0.begins(with: value) } ?? false
    case .containsAllTokens: return value.words.isSubset(of: found.words)
    case .containsAnyTokens: return !value.words.isDisjoint(with: found.words)
    case .near:
      guard case .location(let place) = found, case .location(let centre) = value else {
        return false
      }
      return place.distance(to: centre) <= distance
    default: return false
    }
  }
}
