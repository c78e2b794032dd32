/// A migration plan whose versions and stages were checked against each other.
struct ResolvedPlan: Sendable {
  let type: any SchemaMigrationPlan.Type
  /// The versions that only stages name, followed by the versions that the plan lists, in its order.
  let versions: [PlannedVersion]
  /// The names of the entities of all stores of the container.
  let containerEntities: Set<String>
  /// The index in ``versions`` of the version that a container wants.
  let target: Int
  private let stages: [Stage]

  /// One stage between two versions, given by their indices in ``versions``.
  private struct Stage: Sendable {
    let source: Int
    let target: Int
    let willMigrate: StageCode?
    let didMigrate: StageCode?
  }

  /// Resolves a plan.
  ///
  /// - Parameter wanted: The entities of the container.
  /// - Throws: ``SwiftDataError/invalidMigrationPlan``, which names the versions.
  init(_ plan: any SchemaMigrationPlan.Type, for wanted: [EntityDescription]) throws {
    type = plan
    containerEntities = Set(wanted.map(\.name))
    let schemas = plan.schemas
    let stages = plan.stages
    guard !schemas.isEmpty else { throw Self.invalid(plan, "lists no versions") }
    var named: [any VersionedSchema.Type] = []
    for version in stages.flatMap({ [$0.parts.source, $0.parts.target] })
    where !(named + schemas).contains(where: { $0 == version }) {
      named.append(version)
    }
    versions = try (named + schemas).map(PlannedVersion.init)
    self.stages = try Self.stages(stages, of: plan, versions)
    target = Self.version(for: wanted, versions)
    try checkVersions()
  }

  private static func invalid(
    _ plan: any SchemaMigrationPlan.Type, _ reason: String
  ) -> SwiftDataError {
    .invalidMigrationPlan.because("\(String(reflecting: plan)) \(reason)")
  }

  // MARK: Versions

  /// Returns the index of the version that has exactly these entities. If there is none, returns the last
  /// version that has all of them; otherwise the last version.
  private static func version(
    for wanted: [EntityDescription], _ versions: [PlannedVersion]
  ) -> Int {
    let checksums = PlannedVersion.checksums(wanted)
    if let equal = versions.lastIndex(where: { $0.checksums == checksums }) { return equal }
    let wider = versions.lastIndex { version in
      checksums.allSatisfy { version.checksums[$0.key] == $0.value }
    }
    return wider ?? versions.count - 1
  }

  private func checkVersions() throws {
    for (number, version) in versions.enumerated() {
      for other in versions[..<number] {
        if other.type == version.type {
          throw Self.invalid(type, "lists \(version.name) twice")
        }
        if other.checksums == version.checksums {
          throw Self.invalid(
            type,
            """
            has \(other.name) and \(version.name), whose models are the same (duplicate \
            checksums), so a store could have either version. To distinguish them, give one of their \
            properties a hashModifier.
            """)
        }
      }
    }
  }

  // MARK: Stages

  private static func stages(
    _ stages: [MigrationStage], of plan: any SchemaMigrationPlan.Type, _ versions: [PlannedVersion]
  ) throws -> [Stage] {
    if stages.isEmpty {
      // Without stages, each version follows from the one before it, without code.
      return versions.indices.dropFirst().map {
        Stage(source: $0 - 1, target: $0, willMigrate: nil, didMigrate: nil)
      }
    }
    return try stages.compactMap { stage in
      let (source, target, willMigrate, didMigrate) = stage.parts
      guard let from = versions.firstIndex(where: { $0.type == source }),
        let to = versions.firstIndex(where: { $0.type == target })
      else { return nil }
      if from == to { throw invalid(plan, "has a stage from \(versions[from].name) to itself") }
      return Stage(source: from, target: to, willMigrate: willMigrate, didMigrate: didMigrate)
    }
  }

  /// Returns the error for a store if no stages lead from its version to the container's.
  func noRoute(from source: Int, ofStoreAt path: String) -> SwiftDataError {
    let (source, target) = (versions[source], versions[target])
    if source.identifier > target.identifier {
      return .backwardMigration.because(
        """
        \(path) has version \(source.name), but this program needs \(target.name), and its migration \
        plan has no stages back. Nothing was changed.
        """)
    }
    return Self.invalid(
      type,
      """
      has a gap: stages are missing from \(source.name), the version of \(path), to \(target.name), \
      which this program needs. Add them. Nothing was changed.
      """)
  }

  /// Returns the shortest sequence of steps from one version to another; nil if no stages connect them.
  func route(from source: Int, to target: Int) -> [MigrationStep]? {
    var reached: [Int: [Stage]] = [source: []]
    var waiting = [source]
    while let number = waiting.first, reached[target] == nil {
      waiting.removeFirst()
      for stage in stages where stage.source == number && reached[stage.target] == nil {
        reached[stage.target] = (reached[number] ?? []) + [stage]
        waiting.append(stage.target)
      }
    }
    return reached[target].map { stages in
      stages.map { stage in
        MigrationStep(
          source: versions[stage.source].name, target: versions[stage.target].name,
          before: versions[stage.source].layouts, after: versions[stage.target].layouts,
          formerVersion: versions[stage.source].identifier,
          version: versions[stage.target].identifier, isPlanned: true,
          willMigrate: stage.willMigrate, didMigrate: stage.didMigrate)
      }
    }
  }
}

/// One version of a migration plan.
struct PlannedVersion: Sendable {
  let type: any VersionedSchema.Type
  let identifier: Schema.Version
  let layouts: [ModelLayout]
  let descriptions: [EntityDescription]
  /// The checksums of the entities, by their names.
  let checksums: [String: String]

  init(_ type: any VersionedSchema.Type) throws {
    self.type = type
    identifier = type.versionIdentifier
    layouts = try Schema(versionedSchema: type).closed().layouts
    descriptions = layouts.map(EntityDescription.init)
    checksums = Self.checksums(descriptions)
  }

  var name: String { "\(String(describing: type)) \(identifier)" }

  static func checksums(_ entities: [EntityDescription]) -> [String: String] {
    Dictionary(first: entities.map { ($0.name, $0.checksum) })
  }
}

/// Code of the program that runs in a migration.
typealias StageCode = @Sendable (_ context: ModelContext) throws -> Void

extension MigrationStage {
  fileprivate var parts:
    (
      source: any VersionedSchema.Type, target: any VersionedSchema.Type, StageCode?, StageCode?
    )
  {
    switch self {
    case .lightweight(let source, let target): (source, target, nil, nil)
    case .custom(let source, let target, let willMigrate, let didMigrate):
      (source, target, willMigrate, didMigrate)
    }
  }
}

/// One step of a migration.
struct MigrationStep {
  let source: String
  let target: String
  /// The models of the file before the step.
  var before: [ModelLayout] = []
  /// The models of the file after the step.
  var after: [ModelLayout]
  var formerVersion: Schema.Version?
  /// The version that the file has after the step.
  let version: Schema.Version?
  /// `true` for a stage of a migration plan; `false` for a step that the framework finds by itself.
  var isPlanned = false
  var willMigrate: StageCode?
  var didMigrate: StageCode?

  /// `true` if the step runs code of the program.
  var isCustom: Bool { willMigrate != nil || didMigrate != nil }
}
