// The errors of values that cannot be read, for callers that can throw.

extension ObjectGraph {
  /// Runs a block that reads properties, and throws if one of them could not be read.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``, and errors of the block.
  func throwingUnreadable<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = unreadable
    let failures = UnreadableValues()
    unreadable = failures
    defer { unreadable = outer }
    let result = try body()
    if let first = failures.first { throw first }
    return result
  }

  var throwsUnreadable: Bool { unreadable != nil }

  /// Records an error for the innermost call of ``throwingUnreadable(_:)``.
  func noteUnreadable(_ failure: SwiftDataError) {
    if let unreadable, unreadable.first == nil { unreadable.first = failure }
  }
}

/// The first error of a value that could not be read, within ``ObjectGraph/throwingUnreadable(_:)``.
final class UnreadableValues {
  fileprivate(set) var first: SwiftDataError?
}

extension ModelContext {
  /// Returns the value of a property, and throws an error if its external file cannot be read.
  ///
  /// The property's getter cannot throw, and returns a replacement in this case.
  ///
  /// ```swift
  /// let scan = try context.read(\.scan, of: letter)
  /// ```
  ///
  /// - Parameter keyPath: The key path of a stored property, or of a computed property that reads several.
  /// - Throws: ``SwiftDataError/missingExternalFile``, with the object, the property and the file, if the
  ///   value's external file is missing; ``SwiftDataError/modelInAnotherContext``.
  public func read<T: PersistentModel, Value>(
    _ keyPath: KeyPath<T, Value>, of model: T
  ) throws -> Value {
    guard model._$header.pointee.graph === graph else {
      throw SwiftDataError.modelInAnotherContext.because(
        "the object belongs to another context", [model.persistentModelID])
    }
    return try graph.throwingUnreadable { model[keyPath: keyPath] }
  }
}
