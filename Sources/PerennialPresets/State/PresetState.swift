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
