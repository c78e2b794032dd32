/// The preserved values of a deleted object.
///
/// As a sequence it has the values that can be read, in the order of the properties.
///
/// ```swift
/// func log(_ deletion: DefaultHistoryDelete<Recipe>) {
///   for value in deletion.tombstone { print(value) }
/// }
/// ```
// Sendable: constants. The values are attributes' own, read from the store for this tombstone alone, and no
// other object references them.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  /// A preserved value, of any type.
  public typealias Element = Any

  /// An iterator over the preserved values that can be read.
  public struct Iterator: IteratorProtocol {
    fileprivate var base: IndexingIterator<[Any]>
    /// Returns the next value, or nil after the last one.
    public mutating func next() -> Any? { base.next() }
  }

  private let values: [PreservedValue]

  init(_ values: [PreservedValue]) {
    self.values = values
  }

  /// The value of a property; nil if it was not preserved, was nil, or cannot be read. ``read(_:)``
  /// distinguishes the last case.
  ///
  /// ```swift
  /// let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  /// for case .delete(let deletion as DefaultHistoryDelete<Recipe>) in transactions.flatMap(\.changes) {
  ///   print(deletion.tombstone[\.slug] as? String ?? "no slug")
  /// }
  /// ```
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    do {
      return try read(keyPath)
    } catch {
      Log.container.error("\(error)")
      return nil
    }
  }

  /// Returns the value of a property; nil if it was not preserved, or was nil.
  ///
  /// ```swift
  /// func slug(of deletion: DefaultHistoryDelete<Recipe>) throws -> String? {
  ///   try deletion.tombstone.read(\.slug) as? String
  /// }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile`` if the file of an externally stored value is missing;
  ///   ``SwiftDataError/storeFailure`` if the value is not of the property's type, which may have been
  ///   another when the object was deleted.
  public func read(_ keyPath: PartialKeyPath<Model>) throws(SwiftDataError) -> (any Sendable)? {
    let preserved = values.first { $0.keyPath == keyPath }
    guard let value = try preserved?.value.get() else { return nil }
    if let optional = value as? any OptionalValue, optional.isNil { return nil }
    // `Sendable` has no runtime representation, so both existentials have the same layout. Without `as Any`,
    // the value inside the existential would be cast.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }

  /// Returns an iterator over the values that can be read, in the order of the properties.
  public func makeIterator() -> Iterator {
    Iterator(base: values.compactMap { try? $0.value.get() }.makeIterator())
  }
}

/// A preserved value of a deleted object, or the error of reading it.
struct PreservedValue {
  let keyPath: AnyKeyPath
  let value: Result<Any?, SwiftDataError>
}
