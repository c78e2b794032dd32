public import Perennial

/// What an object is, seen from the catalogs.
public enum PresetState: Sendable, Equatable {
  /// As its catalog says.
  case pristine(PresetReport.Preset)
  /// A preset of which the user has written some fields.
  case edited(PresetReport.Preset, fields: [String])
  /// An object of the user.
  case userCreated

  /// The preset; nil for an object of the user.
  public var preset: PresetReport.Preset? {
    switch self {
    case .pristine(let preset), .edited(let preset, _): preset
    case .userCreated: nil
    }
  }

  /// The fields that the user has written.
  public var editedFields: [String] {
    if case .edited(_, let fields) = self { fields } else { [] }
  }
}

extension PersistentModel {
  /// Whether the object is a preset of a catalog, edited or not. O(1), without looking at the store.
  public var isPreset: Bool { presetKey != nil }

  /// What the object is, seen from the catalogs; changes that are not saved count.
  ///
  /// Whoever observes is told when any property changes. Takes a query of one row, and none for an
  /// object of the user.
  ///
  /// - Throws: `SwiftDataError.missingModelContext` for a preset that is in no context: it is deleted,
  ///   or its context is gone; `SwiftDataError.storeFailure`.
  public func presetState() throws -> PresetState {
    guard isPreset else {
      observePresetState()
      return .userCreated
    }
    guard let context = modelContext, let row = try context.presetRow(of: self) else {
      throw SwiftDataError.missingModelContext.because(
        """
        \(ModelLayout.of(type(of: self)).entityName) \(presetKey ?? 0) is a preset, but in no context \
        that could tell its state: it was deleted, or its context is gone. Fetch it by another context
        """, [persistentModelID])
    }
    let preset = PresetReport.Preset(
      entityName: ModelLayout.of(type(of: self)).entityName, name: row.preset)
    if row.editedFields.isEmpty { return .pristine(preset) }
    return .edited(preset, fields: row.editedFields.sorted())
  }
}

/// Which objects a fetch is for.
public enum PresetFilter: Sendable {
  /// All presets, edited or not.
  case presets
  /// Presets of which the user has written, and saved, some fields.
  case edited
  /// Presets that are as their catalogs say.
  case pristine
  /// Objects of the user, which no catalog has.
  case userCreated
}

extension ModelContext {
  /// The objects that a descriptor describes, and that are presets, edited presets, and so on. What
  /// is edited is told by what was saved.
  ///
  /// - Throws: What ``fetch(_:)`` throws.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, presets filter: PresetFilter
  ) throws -> [T] {
    var all = descriptor
    (all.fetchLimit, all.fetchOffset) = (nil, nil)
    let found = try fetch(all)
    let edited = try editedPresetKeys(of: T.self)
    let chosen = found.filter { model in
      guard let key = model.presetKey else { return filter == .userCreated }
      switch filter {
      case .presets: return true
      case .edited: return edited.contains(key)
      case .pristine: return !edited.contains(key)
      case .userCreated: return false
      }
    }
    let start = min(descriptor.fetchOffset ?? 0, chosen.count)
    return Array(chosen[start...].prefix(descriptor.fetchLimit ?? .max))
  }
}
