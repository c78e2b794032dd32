public import Perennial

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
