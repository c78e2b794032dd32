import Perennial

/// The statement that writes some properties of presets of one entity, the order keys of references among them, and the
/// metadata.
final class RowUpdater {
  /// The statements that a plan needs differ in this.
  struct Key: Hashable {
    let layout: ObjectIdentifier
    /// The indices of the properties.
    let indices: [Int]
    let hasMetadata: Bool

    init(_ update: PresetPlan.Update) {
      layout = ObjectIdentifier(update.preset.layout)
      indices = update.group.properties.map(\.index)
      hasMetadata = update.hasMetadata
    }
  }

  let entity: ContainerEntity
  let statement: Statement
  let columns: BoundColumns
  /// The properties with an order key.
  let positions: [PropertyLayout]
  let references: [PropertyLayout]
  let mask: PropertyMask
  let hasMetadata: Bool
  private let group: PropertyGroup

  init(
    for update: PresetPlan.Update, of entity: ContainerEntity, on connection: Connection
  ) throws {
    self.entity = entity
    group = update.group
    hasMetadata = update.hasMetadata
    mask = group.mask
    columns = BoundColumns(group.properties)
    let written = group.properties
    positions = entity.table.positions.filter { property in
      written.contains { $0 === property }
    }
    references = written.filter(\.isToOne)
    var names = written.compactMap(\.columnName)
    names += positions.compactMap(\.columnName).map(SQLName.position(of:))
    if hasMetadata { names.append(SQLName.preset) }
    let assignments = names.map { "\(SQLName.quoted($0)) = ?" }.joined(separator: ", ")
    statement = try connection.statement(
      "UPDATE \(SQLName.quoted(entity.layout.tableName)) SET \(assignments) WHERE _pk = ?")
  }

  /// Returns `true` if the statement is surely that of an update. Updates of one kind mostly share a group.
  func writes(_ update: PresetPlan.Update) -> Bool {
    update.group === group && update.hasMetadata == hasMetadata
      && update.preset.layout === entity.layout
  }
}
