import Foundation

/// The names of an entity and of its properties in the versions of a file that were imported.
///
/// A version of an app may rename an entity or a property, and its file has the former name beside the new one
/// (`NSRenamingIdentifier`). The records of all versions are those of one entity.
struct RecordedNames: Codable, Hashable {
  /// The names of an entity or a property: the one under which it is recorded, and then those of other versions, the
  /// newest one last.
  typealias List = [String]

  /// The names that other versions have given to the entity.
  var entity: List = []
  /// The names of the attributes and to-one relationships, in the order of the digests.
  var values: [List] = []
  /// The names of the to-many relationships.
  var links: [List] = []

  init() {}

  /// Reads the names from their JSON form; nil if the text does not have this form.
  init?(json: String) {
    guard let names = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = names
  }

  /// Returns the JSON form of the names.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// A name in the file, with the former one that the file has beside it.
  struct Name {
    let name: String
    let former: String
  }

  /// Returns the indices of the lists of some names.
  ///
  /// A list belongs to one name. A name that is the newest of a list comes before one that was in it earlier, and that
  /// before one whose former name is in it. So a property that takes the name of a renamed one is another property.
  static func indices(of names: [Name], in lists: [List]) -> [String: Int] {
    var found: [String: Int] = [:]
    var taken: Set<Int> = []
    let rules: [(Name, List) -> Bool] = [
      { name, list in list.last == name.name },
      { name, list in list.contains(name.name) },
      { name, list in list.contains(name.former) },
    ]
    for rule in rules {
      for name in names where found[name.name] == nil {
        let index = lists.indices.first { !taken.contains($0) && rule(name, lists[$0]) }
        guard let index else { continue }
        taken.insert(index)
        found[name.name] = index
      }
    }
    return found
  }

  /// Notes that a property of a list has a name.
  static func add(_ name: String, to list: inout List) {
    if list.contains(name) { return }
    list.append(name)
  }

  /// Returns a list for a name that is in none. It begins with the former name, so that a later version with the same
  /// former name is found.
  static func newList(_ name: Name, of names: [Name], beside lists: [List]) -> List {
    let isFree =
      name.former != name.name && !names.contains { $0.name == name.former }
      && !lists.contains { $0.contains(name.former) }
    return isFree ? [name.former, name.name] : newList(name.name, beside: lists)
  }

  private static func newList(_ name: String, beside lists: [List]) -> List {
    let labels = Set(lists.compactMap(\.first))
    if !labels.contains(name) { return [name] }
    let label = (2...).lazy.map { "\(name) \($0)" }.first { !labels.contains($0) }
    return [label ?? name, name]
  }

  /// Finds the lists of some names, and adds those that are missing.
  ///
  /// - Parameter wanted: The names that are recorded.
  static func record(
    _ names: [Name], wanted: Set<String>, in lists: inout [List]
  ) -> [String: Int] {
    var found = indices(of: names, in: lists)
    for name in names where wanted.contains(name.name) {
      if let index = found[name.name] {
        add(name.name, to: &lists[index])
      } else {
        lists.append(newList(name, of: names, beside: lists))
        found[name.name] = lists.count - 1
      }
    }
    return found
  }
}
