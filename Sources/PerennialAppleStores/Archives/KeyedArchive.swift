import Foundation

/// An archive of `NSKeyedArchiver`, as a graph of nodes. No class that it names is looked up or instantiated.
struct KeyedArchive {
  /// A node of the graph.
  enum Node {
    /// A value of a property list. Strings, numbers and data are archived so.
    case plain(PropertyList.Object)
    /// An instance of a class.
    case instance(Instance)
  }

  /// An archived instance: the name of its class, and its fields.
  struct Instance {
    let className: String
    let fields: [String: PropertyList.Object]
  }

  private let list: PropertyList
  private let objects: [PropertyList.Reference]
  /// The number of the outermost node.
  let root: UInt64

  /// Returns `true` if a property list is a keyed archive.
  static func isArchive(_ list: PropertyList) -> Bool {
    guard case .dictionary(let pairs)? = try? list.object(list.root), pairs.count <= 16 else {
      return false
    }
    return pairs.contains { (try? list.object($0.key)) == .text("$archiver") }
  }

  /// Reads the outermost dictionary of an archive.
  ///
  /// - Throws: ``ArchiveError``.
  init(_ list: PropertyList) throws {
    self.list = list
    let top = try Self.fields(of: try list.object(list.root), in: list)
    guard case .array(let objects)? = top["$objects"], let roots = top["$top"] else {
      throw ArchiveError.damaged("the keyed archive has no objects")
    }
    self.objects = objects
    let named = try Self.fields(of: roots, in: list)
    guard case .uid(let root)? = named["root"] ?? named.first?.value else {
      throw ArchiveError.damaged("the keyed archive has no root")
    }
    self.root = root
  }

  /// Reads an archive.
  ///
  /// - Throws: ``ArchiveError``.
  init(_ data: Data, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(PropertyList(data, limits: limits))
  }

  /// Returns a node.
  ///
  /// - Throws: ``ArchiveError``.
  func node(_ uid: UInt64) throws -> Node {
    guard let index = Int(exactly: uid), index < objects.count else {
      throw ArchiveError.damaged("the keyed archive has a reference to no object")
    }
    let object = try list.object(objects[index])
    guard case .dictionary = object else { return .plain(object) }
    let fields = try Self.fields(of: object, in: list)
    guard case .uid(let classUID)? = fields["$class"] else { return .plain(object) }
    return .instance(
      Instance(
        className: try className(classUID), fields: fields.filter { $0.key != "$class" }))
  }

  /// Returns an object of the property list below a field, such as an element of an array.
  ///
  /// - Throws: ``ArchiveError``.
  func object(_ reference: PropertyList.Reference) throws -> PropertyList.Object {
    try list.object(reference)
  }

  /// Returns the node that a field refers to. A value in the field itself is a node too.
  ///
  /// - Throws: ``ArchiveError``.
  func node(of field: PropertyList.Object) throws -> Node {
    if case .uid(let uid) = field { return try node(uid) }
    return .plain(field)
  }

  private func className(_ uid: UInt64) throws -> String {
    guard let index = Int(exactly: uid), index < objects.count,
      case .text(let name)? = try Self.fields(of: list.object(objects[index]), in: list)[
        "$classname"]
    else { throw ArchiveError.damaged("the keyed archive has an object without a class") }
    return name
  }

  /// Returns the values of a dictionary whose keys are strings. Of an equal key, the last value counts.
  private static func fields(
    of object: PropertyList.Object, in list: PropertyList
  ) throws -> [String: PropertyList.Object] {
    guard case .dictionary(let pairs) = object else {
      throw ArchiveError.damaged("the keyed archive has no dictionary where one belongs")
    }
    var fields: [String: PropertyList.Object] = [:]
    fields.reserveCapacity(pairs.count)
    for pair in pairs {
      guard case .text(let key) = try list.object(pair.key) else {
        throw ArchiveError.damaged("the keyed archive has a key that is not a text")
      }
      fields[key] = try list.object(pair.value)
    }
    return fields
  }
}
