public import Perennial

/// The state of an object relative to the catalogs.
public enum PresetState: Sendable, Equatable {
  /// A preset with the values of its catalog.
  case pristine(PresetIdentifier)
  /// A preset with fields that the user has edited.
  case edited(PresetIdentifier, fields: [String])
  /// An object that the user has created.
  case userCreated

  /// The preset; nil for a user object.
  public var preset: PresetIdentifier? {
    switch self {
    case .pristine(let preset), .edited(let preset, _): preset
    case .userCreated: nil
    }
  }

  /// The fields that the user has edited.
  public var editedFields: [String] {
    if case .edited(_, let fields) = self { fields } else { [] }
  }
}

extension PersistentModel {
  /// `true` if the object is a preset of a catalog, edited or not. O(1), without reading the store.
  public var isPreset: Bool { presetKey != nil }

  /// Returns the state of the object relative to the catalogs, unsaved changes included.
  ///
  /// Observation tracks every property of the object. The method runs a query of one row, and none for
  /// a user object.
  ///
  /// ```swift
  /// switch try recipe.presetState() {
  /// case .pristine: print("as delivered")
  /// case .edited(_, let fields): print("edited: \(fields)")
  /// case .userCreated: print("your own")
  /// }
  /// ```
  ///
  /// - Throws: `SwiftDataError.missingModelContext` for a preset that has no context, because it is
  ///   deleted or its context is released; `SwiftDataError.storeFailure`.
  public func presetState() throws -> PresetState {
    guard isPreset else {
      observePresetState()
      return .userCreated
    }
    guard let context = modelContext, let row = try context.presetRow(of: self) else {
      throw SwiftDataError.missingModelContext.because(
        """
        \(ModelLayout.of(type(of: self)).entityName) \(presetKey ?? 0) is a preset without a \
        context: it was deleted, or its context was released. Fetch it again with another context
        """, [persistentModelID])
    }
    let preset = PresetIdentifier(
      entityName: ModelLayout.of(type(of: self)).entityName, name: row.preset)
    if row.editedFields.isEmpty { return .pristine(preset) }
    return .edited(preset, fields: row.editedFields.sorted())
  }
}

/// A filter of a fetch by the state of the objects.
public enum PresetFilter: Sendable {
  /// All presets, edited or not.
  case presets
  /// Presets with saved edits of the user.
  case edited
  /// Presets with the values of their catalogs.
  case pristine
  /// User objects, which aren't presets of any catalog.
  case userCreated
}

extension ModelContext {
  /// Fetches the objects that match a descriptor and a preset filter. Only saved edits count.
  ///
  /// SQL applies the filter, and the descriptor's limit and offset count the filtered objects.
  ///
  /// ```swift
  /// let own = try context.fetch(
  ///   FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)]), presets: .userCreated)
  /// ```
  ///
  /// - Throws: The errors that ``fetch(_:)`` throws.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, presets filter: PresetFilter
  ) throws -> [T] {
    try selecting(filter, descriptor).map { try fetch($0) } ?? []
  }

  /// Returns the number of objects that match a descriptor and a preset filter. Only saved edits count.
  ///
  /// ```swift
  /// let count = try context.fetchCount(FetchDescriptor<Recipe>(), presets: .edited)
  /// ```
  ///
  /// - Throws: The errors that ``fetchCount(_:)`` throws.
  public func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, presets filter: PresetFilter
  ) throws -> Int {
    try selecting(filter, descriptor).map { try fetchCount($0) } ?? 0
  }

  /// Returns the statement that a fetch with a preset filter runs, SQLite's plan for it, and the parts that are
  /// evaluated in memory.
  ///
  /// - Throws: The errors that ``explain(_:)`` throws.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, presets filter: PresetFilter
  ) throws -> FetchExplanation {
    try explain(selecting(filter, descriptor) ?? descriptor)
  }

  /// Returns the descriptor with the filter; nil if no object can match it.
  private func selecting<T: PersistentModel>(
    _ filter: PresetFilter, _ descriptor: FetchDescriptor<T>
  ) throws -> FetchDescriptor<T>? {
    guard try canHavePresets(T.self) else { return filter == .userCreated ? descriptor : nil }
    return switch filter {
    case .presets: descriptor.selecting(.presets)
    case .userCreated: descriptor.selecting(.userObjects)
    case .edited: descriptor.selecting(.only(try editedPresetKeys(of: T.self)))
    case .pristine: descriptor.selecting(.except(try editedPresetKeys(of: T.self)))
    }
  }
}
