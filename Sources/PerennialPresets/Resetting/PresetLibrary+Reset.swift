public import Perennial

extension PresetLibrary {
  /// What a reset does with the objects that the user has made.
  public enum UserObjects: Sendable {
    /// They stay. What they refer to is there again, or still.
    case kept
    /// Those of the models in the scope go.
    case deleted
  }

  /// Brings presets back to what the catalogs say: edits go, and what was deleted is back.
  ///
  /// Objects that somebody holds are the same afterwards, with other values, and can be edited; later
  /// versions of the catalogs reach them again. To do it twice changes nothing the second time. Edits
  /// that other contexts have not saved yet stay theirs: they are edits made after the reset.
  ///
  /// - Parameters:
  ///   - scope: What is meant.
  ///   - userObjects: What becomes of objects that are no presets. They go with the scope
  ///     ``PresetScope/everything``, unless something else is said.
  ///   - isDryRun: Whether only the report is wanted.
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func reset(
    _ scope: PresetScope, userObjects: UserObjects? = nil, isDryRun: Bool = false
  ) throws -> PresetReport {
    let isWhole = if case .everything = scope { true } else { false }
    let choice = userObjects ?? (isWhole ? .deleted : .kept)
    return try run(
      scope, userObjects: choice == .deleted ? .deleted : .kept, discardsEdits: true, isDryRun)
  }

  /// Brings back presets that the user has deleted, as the catalogs have them. Others stay as they
  /// are.
  ///
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func restore(
    _ scope: PresetScope = .presets, isDryRun: Bool = false
  ) throws -> PresetReport {
    try run(scope, userObjects: .kept, discardsEdits: false, isDryRun)
  }

  /// The presets of a model that the user has deleted.
  ///
  /// - Throws: `SwiftDataError`.
  public func deletedPresets(of type: any PersistentModel.Type) throws -> [PresetReport.Preset] {
    let name = ModelLayout.of(type).entityName
    return try container.deletedPresets(of: type).map {
      PresetReport.Preset(entityName: name, name: $0)
    }
  }

  private func run(
    _ scope: PresetScope, userObjects: PresetReset.UserObjects, discardsEdits: Bool,
    _ isDryRun: Bool
  ) throws -> PresetReport {
    if catalogs.isEmpty {
      throw PresetError(
        .noCatalog, ["the container has no catalogs; open it with some, or call usePresets(_:)"])
    }
    let assembly = try CatalogAssembly(catalogs)
    if let preset = scope.preset, !assembly.contents.drafts.contains(where: { $0.reported == preset }) {
      throw PresetError(
        .unknownPreset, ["\(preset) of “\(preset.catalog)” is in no catalog of the container"])
    }
    return try write(assembly, isDryRun: isDryRun) { writer in
      let records = try writer.catalogRecords()
      // A store that has never seen the catalogs, or earlier versions, gets them first.
      var application = CatalogApplication(
        assembly, try assembly.due(catalogs, records), writer)
      if !application.catalogs.isEmpty { try application.run(records) }
      var reset = PresetReset(
        scope: scope, userObjects: userObjects, discardsEdits: discardsEdits,
        application: application)
      try reset.run(try writer.catalogRecords())
      return reset.application.report
    }
  }
}
