import PerennialRecords

/// An object of a request, with the place that errors name.
struct JSONObject {
  let members: [String: JSONValue]
  /// The place in the request, such as `operations[3].record`; empty for the request itself.
  let place: String

  /// - Throws: `BAD_REQUEST` for another value than an object.
  init(_ value: JSONValue, at place: String) throws(WebError) {
    guard let members = value.members else {
      throw .badRequest(
        place.isEmpty ? "The body isn't a JSON object." : "“\(place)” isn't an object.")
    }
    (self.members, self.place) = (members, place)
  }

  /// Returns the place of a member.
  func place(of name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  /// Returns a member; nil if it is missing or null.
  func value(_ name: String) -> JSONValue? {
    if let value = members[name], value != .null { value } else { nil }
  }

  private func read<Value>(
    _ name: String, as kind: String, _ read: (JSONValue) -> Value?
  ) throws(WebError) -> Value? {
    guard let value = value(name) else { return nil }
    guard let result = read(value) else {
      throw .badRequest("“\(place(of: name))” isn't \(kind).")
    }
    return result
  }

  func text(_ name: String) throws(WebError) -> String? { try read(name, as: "a text", \.text) }

  func flag(_ name: String) throws(WebError) -> Bool? {
    try read(name, as: "true or false") { value in
      if case .bool(let flag) = value { flag } else { nil }
    }
  }

  func texts(_ name: String) throws(WebError) -> [String]? {
    try read(name, as: "a list of texts") { value in
      let texts = value.list?.compactMap(\.text)
      return texts?.count == value.list?.count ? texts : nil
    }
  }

  func object(_ name: String) throws(WebError) -> JSONObject? {
    guard let value = value(name) else { return nil }
    return try JSONObject(value, at: place(of: name))
  }

  func objects(_ name: String) throws(WebError) -> [JSONObject]? {
    guard let list = try read(name, as: "a list", \.list) else { return nil }
    var objects: [JSONObject] = []
    for (index, element) in list.enumerated() {
      objects.append(try JSONObject(element, at: "\(place(of: name))[\(index)]"))
    }
    return objects
  }

  /// Returns the number of results that the request wants: from 1 to the limit, which is the standard too.
  func resultsLimit() throws(WebError) -> Int? {
    let number = try read("resultsLimit", as: "a whole number", \.integer)
    guard let number else { return nil }
    guard number > 0 else { throw .badRequest("“\(place(of: "resultsLimit"))” isn't above 0.") }
    return Int(clamping: min(number, Int64(WebLimits.records)))
  }

  /// Returns a member that has to be there.
  func required<Value>(
    _ name: String, _ read: (String) throws(WebError) -> Value?
  ) throws(WebError) -> Value {
    guard let value = try read(name) else {
      throw .badRequest("“\(place(of: name))” is missing.")
    }
    return value
  }
}
