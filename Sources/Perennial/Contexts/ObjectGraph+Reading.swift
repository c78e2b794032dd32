// Values that cannot be read, where somebody can be told at once.

extension ObjectGraph {
  /// Runs a block that reads properties, and throws if one of them could not be read.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``, and what the block throws.
  func throwingUnreadable<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = unreadable
    let failures = UnreadableValues()
    unreadable = failures
    defer { unreadable = outer }
    let result = try body()
    if let first = failures.first { throw first }
    return result
  }

  /// Tells whoever waits for it; see ``throwingUnreadable(_:)``.
  func noteUnreadable(_ failure: SwiftDataError) {
    if let unreadable, unreadable.first == nil { unreadable.first = failure }
  }
}

/// What could not be read while somebody reads in a way that throws.
final class UnreadableValues {
  fileprivate(set) var first: SwiftDataError?
}

extension ModelContext {
  /// Reads a property where its getter, which cannot throw, would give a replacement for a value that
  /// is not to be had.
  ///
  /// ```swift
  /// let scan = try context.read(\.scan, of: letter)
  /// ```
  ///
  /// - Parameter keyPath: What is read: a property, or something that is made of several.
  /// - Throws: ``SwiftDataError/missingExternalFile``, with the object, the property and the file, if
  ///   the value was kept beside the store and is gone; ``SwiftDataError/modelInAnotherContext``.
  public func read<T: PersistentModel, Value>(
    _ keyPath: KeyPath<T, Value>, of model: T
  ) throws -> Value {
    guard model._$header.pointee.graph === graph else {
      throw SwiftDataError.modelInAnotherContext.because(
        "the object is not one of this context", [model.persistentModelID])
    }
    return try graph.throwingUnreadable { model[keyPath: keyPath] }
  }
}
