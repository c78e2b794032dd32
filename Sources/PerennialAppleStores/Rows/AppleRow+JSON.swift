import PerennialJSON

extension AppleRow {
  /// Returns the object as one line of JSON: its entity and key, its values by property, and the keys of the objects that
  /// its to-many relationships reference.
  ///
  /// ```swift
  /// for row in try appleStore.rows(of: "Book", limit: 10) { print(row.json()) }
  /// ```
  ///
  /// - Parameter links: The names of to-many relationships, and their references.
  public func json(links: [(name: String, links: [AppleLink])] = []) -> String {
    var text = JSONText()
    text.add("{\"entity\":")
    text.add(quoted: entity)
    text.add(",\"key\":")
    text.add(quoted: "\(key)")
    text.add(",\"values\":")
    text.add(values + references)
    if !links.isEmpty {
      text.add(",\"links\":")
      text.add(
        links.map { name, links in
          AppleValue.Field(name: name, value: .array(links.map { .reference($0.target) }))
        })
    }
    text.add("}")
    return text.text
  }
}
