/// A class whose queries give objects of several classes: itself, and those that inherit from it.
///
/// A query's columns are the entity's name, the key, the class's own columns, and behind them what
/// each subclass adds. An object's columns therefore are not side by side; ``RowLevels`` lead
/// through them.
// Sendable: constants; the memory of the levels is written once.
final class StoreFamily: @unchecked Sendable {
  struct Member {
    let layout: ModelLayout
    /// The entity's name as SQLite holds it.
    let name: [UInt8]
    /// See ``RowLevels``.
    let levels: UnsafeBufferPointer<Int32>
  }

  let members: [Member]
  /// The columns behind the key.
  let columns: [PropertyLayout]

  /// Nil for a class from which none inherits.
  init?(_ layout: ModelLayout, _ hierarchies: ClassHierarchies) {
    let classes = hierarchies.members(of: layout)
    if classes.count == 1 { return nil }
    var columns = layout.properties.filter { $0.slotColumns > 0 }
    var starts: [ObjectIdentifier: [Int32]] = [:]
    var members: [Member] = []
    for member in classes {
      var levels = member.superlayout.flatMap { starts[ObjectIdentifier($0)] } ?? []
      if member === layout {
        // What it inherits is in front of its own.
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

  /// The entity's name and the key.
  private static let leadingColumns = 2

  /// The levels of a class that the selection is made for.
  private static func ownLevels(of layout: ModelLayout) -> [Int32] {
    guard let superlayout = layout.superlayout else { return [] }
    let inherited = superlayout.properties.count { $0.slotColumns > 0 }
    return ownLevels(of: superlayout) + [Int32(leadingColumns + inherited)]
  }
}
