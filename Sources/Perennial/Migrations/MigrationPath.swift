/// The steps from the schema of a file to the schema that a container wants.
struct MigrationPath {
  var steps: [MigrationStep] = []

  /// Finds the steps. Nil if the file already has the wanted schema.
  ///
  /// - Throws: ``SwiftDataError/backwardMigration``, ``SwiftDataError/unknownSchema``, or
  ///   ``SwiftDataError/invalidMigrationPlan`` if the plan has a gap.
  init?(_ migration: StoreMigration, from found: StoreMetadata, on connection: Connection) throws {
    let wanted = migration.entities
    guard let plan = migration.plan else {
      if try found.holds(wanted) && !Self.exchangesNames(wanted, on: connection) { return nil }
      try Self.checkDirection(from: found, to: migration.version, on: connection)
      guard found.isKin(to: wanted) else {
        throw Self.stranger(found, wanted: wanted, on: connection)
      }
      steps = [
        MigrationStep(
          source: "the schema of the file\(found.version.map { " (\($0))" } ?? "")",
          target: "the container's schema", after: migration.layouts, version: migration.version)
      ]
      return
    }
    // A container may have stores whose entities the plan does not have.
    if found.holds(wanted), found.version == migration.version || wanted.isEmpty { return nil }
    var part = StorePart(migration, found)
    let (source, first) = try Self.start(plan, of: part, found: found, on: connection)
    guard let route = plan.route(from: source, to: plan.target) else {
      if found.holds(wanted) { return nil }
      throw plan.noRoute(from: source, ofStoreAt: connection.path)
    }
    part.travel(from: source, of: plan, isAdjusted: first != nil)
    steps = try ([first].compactMap(\.self) + route).map { step in
      var step = step
      step.before = try part.closed(step.before)
      step.after = try part.closed(step.after)
      return step
    }
    let last = plan.versions[plan.target]
    if !wanted.allSatisfy({ last.checksums[$0.name] == $0.checksum }) {
      if steps.isEmpty, found.holds(wanted) { return nil }
      steps.append(
        MigrationStep(
          source: last.name, target: "the container's schema", after: migration.layouts,
          version: migration.version))
    }
    if steps.isEmpty { return nil }
  }

  /// Returns `true` if properties of a program's entities get each other's names.
  private static func exchangesNames(
    _ wanted: [EntityDescription], on connection: Connection
  ) throws -> Bool {
    let exchanging = wanted.filter { $0.properties.contains(where: $0.exchangesName) }
    if exchanging.isEmpty { return false }
    let found = try StoreMetadata.descriptions(on: connection)
    return exchanging.contains { entity in
      found.first { $0.name == entity.name }.map(entity.exchangesNames) ?? false
    }
  }

  /// Throws if the file's version is newer than the program's: a program with numbered schemas does not
  /// remove what a newer version has added.
  private static func checkDirection(
    from found: StoreMetadata, to version: Schema.Version?, on connection: Connection
  ) throws {
    let own = version ?? Schema.Version(1, 0, 0)
    guard let recorded = found.version, recorded > own else { return }
    throw SwiftDataError.backwardMigration.because(
      """
      \(connection.path) has version \(recorded) of the schema, but this program has \(own). \
      Update the program, or add stages back to that version to its plan. Nothing was changed.
      """)
  }

  /// Returns the error for a store that has none of a program's entities.
  private static func stranger(
    _ found: StoreMetadata, wanted: [EntityDescription], on connection: Connection
  ) -> SwiftDataError {
    .unknownSchema.because(
      """
      \(connection.path) has the entities \(found.entityNames), but this program has \
      \(wanted.map(\.name).sorted().joined(separator: ", ")): it is the store of another program. Give \
      the configuration another name or URL. If the entities were renamed, add a migration plan with \
      both versions. Nothing was changed.
      """)
  }

  // MARK: The start of a plan

  /// Returns the version of the plan that a file has, and the step that the file needs to match it exactly.
  private static func start(
    _ plan: ResolvedPlan, of part: StorePart, found: StoreMetadata, on connection: Connection
  ) throws -> (version: Int, step: MigrationStep?) {
    let parts = plan.versions.map { part.entities($0.descriptions) }
    let recorded = plan.versions.indices.filter { plan.versions[$0].identifier == found.version }
    let held = plan.versions.indices.filter { !parts[$0].isEmpty && found.holds(parts[$0]) }
    if recorded.count == 1, held.contains(recorded[0]) { return (recorded[0], nil) }
    // No plan has been used with this store yet, and it may match several versions.
    if let best = held.max(by: { (parts[$0].count, $0) < (parts[$1].count, $1) }) {
      return (best, nil)
    }
    func adjust(to number: Int) -> (Int, MigrationStep) {
      let version = plan.versions[number]
      return (
        number,
        MigrationStep(
          source: "the schema of the file", target: version.name, after: version.layouts,
          version: version.identifier)
      )
    }
    // The models of a version were changed after a store had been made with them.
    if recorded.count == 1, found.isKin(to: parts[recorded[0]]) { return adjust(to: recorded[0]) }
    let descriptions = try StoreMetadata.descriptions(on: connection)
    if let newest = plan.versions.map(\.identifier).max(), let version = found.version,
      version > newest
    {
      throw SwiftDataError.backwardMigration.because(
        """
        \(connection.path) has version \(version) of the schema, but this program's plan knows \
        \(names(plan)). Update the program. Nothing was changed.
        """)
    }
    // A migration that only adds to the file is always possible, no matter which program made the file.
    for (number, version) in plan.versions.enumerated()
    where !parts[number].isEmpty && found.isKin(to: parts[number]) {
      let comparison = try SchemaComparison(
        from: descriptions, to: part.layouts(version.layouts), on: connection)
      if comparison.changes.allSatisfy(\.isAddition) { return adjust(to: number) }
    }
    throw try unknown(plan, of: part, found: found, descriptions: descriptions, on: connection)
  }

  private static func unknown(
    _ plan: ResolvedPlan, of part: StorePart, found: StoreMetadata,
    descriptions: [EntityDescription], on connection: Connection
  ) throws -> SwiftDataError {
    let differences = try plan.versions.map { version in
      let comparison = try SchemaComparison(
        from: descriptions, to: part.layouts(version.layouts), on: connection)
      let changes = comparison.changes.map(\.description).joined(separator: ", ")
      return "To be \(version.name) it would need: \(changes)."
    }
    return .unknownSchema.because(
      """
      \(connection.path), which has the entities \(found.entityNames), does not match any \
      version of the migration plan (\(names(plan))). \
      \(differences.joined(separator: " ")) Add the version that it was made with to the plan. Nothing \
      was changed.
      """)
  }

  private static func names(_ plan: ResolvedPlan) -> String {
    plan.versions.map(\.name).joined(separator: ", ")
  }
}

extension MigrationChange {
  /// `true` if the change removes nothing from the file and converts nothing.
  fileprivate var isAddition: Bool {
    switch self {
    case .addedEntity, .addedProperty, .becameOptional, .addedIndex, .removedIndex,
      .addedUniquenessConstraint, .removedUniquenessConstraint, .retiredEntity, .modifiedEntity:
      true
    case .removedEntity, .removedProperty, .renamedProperty, .changedType, .replacedProperty,
      .becameRequired, .changedRelationship, .changedStorage:
      false
    }
  }
}
