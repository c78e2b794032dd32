/// A class whose queries return objects of several classes: its own objects, and those of subclasses.
///
/// The columns of a query are the entity's name, the key, the class's own columns, and after them the
/// columns that each subclass adds. So the columns of an object need not be adjacent. ``RowLevels``
/// have their positions.
// Sendable: constants; the memory of the levels is written once.
final class Hierarchy: @unchecked Sendable {
  struct Member {
    let layout: ModelLayout
    /// The entity's name, as the UTF-8 bytes that SQLite stores.
    let name: [UInt8]
    /// See ``RowLevels``.
    let levels: UnsafeBufferPointer<Int32>
  }

  let members: [Member]
  /// The columns after the key.
  let columns: [PropertyLayout]

  /// Creates a family; nil for a class without subclasses.
  init?(_ layout: ModelLayout, _ hierarchies: ClassHierarchies) {
    let classes = hierarchies.members(of: layout)
    if classes.count == 1 { return nil }
    var columns = layout.properties.filter { $0.slotColumns > 0 }
    var starts: [ObjectIdentifier: [Int32]] = [:]
    var members: [Member] = []
    for member in classes {
      var levels = member.superlayout.flatMap { starts[ObjectIdentifier($0)] } ?? []
      if member === layout {
        // Its inherited columns are before its own.
        levels = Self.ownLevels(of: layout)
      } else {
        levels.append(Int32(columns.count + Self.leadingColumns))
        columns += member.ownProperties.filter { $0.slotColumns > 0 }
      }
      starts[ObjectIdentifier(member)] = levels
      let memory = UnsafeMutableBufferPointer<Int32>.allocate(capacity: levels.count)
      _ = memory.initialize(from: levels)
      members.append(
        Member(
          layout: member, name: Array(member.entityName.utf8),
          levels: UnsafeBufferPointer(memory)))
    }
    self.members = members
    self.columns = columns
  }

  deinit { for member in members { member.levels.deallocate() } }

  /// The number of columns before those of properties: the entity's name and the key.
  private static let leadingColumns = 2

  /// Returns the levels of the class that the selection is for.
  private static func ownLevels(of layout: ModelLayout) -> [Int32] {
    guard let superlayout = layout.superlayout else { return [] }
    let inherited = superlayout.properties.count { $0.slotColumns > 0 }
    return ownLevels(of: superlayout) + [Int32(leadingColumns + inherited)]
  }
}
