/// The values of a deleted object that its model asked to keep.
///
/// As a sequence it has the values, in the order of the properties, as far as they can be read.
// Sendable: constants. The values are attributes' own, read from the store for this tombstone
// alone, and nobody else has them.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  public typealias Element = Any

  public struct Iterator: IteratorProtocol {
    fileprivate var base: IndexingIterator<[Any]>
    public mutating func next() -> Any? { base.next() }
  }

  private let values: [PreservedValue]

  init(_ values: [PreservedValue]) {
    self.values = values
  }

  /// The value of a property; nil if it was not kept, was nil, or cannot be read, which
  /// ``read(_:)`` tells apart.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    do {
      return try read(keyPath)
    } catch {
      Log.container.error("\(error)")
      return nil
    }
  }

  /// The value of a property; nil if it was not kept, or was nil.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile`` if the value lay in a file beside the store that
  ///   is gone; ``SwiftDataError/storeFailure`` if it is not of the property's type, which may have
  ///   been another when the object was deleted.
  public func read(_ keyPath: PartialKeyPath<Model>) throws(SwiftDataError) -> (any Sendable)? {
    let preserved = values.first { $0.keyPath == keyPath }
    guard let value = try preserved?.value.get() else { return nil }
    if let optional = value as? any OptionalValue, optional.isNil { return nil }
    // `Sendable` has no runtime representation: the two existentials have one form. Without the
    // `as Any` it would be the value in the existential that is cast.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }

  public func makeIterator() -> Iterator {
    Iterator(base: values.compactMap { try? $0.value.get() }.makeIterator())
  }
}

/// A value that was kept of a deleted object, or why it cannot be read.
struct PreservedValue {
  let keyPath: AnyKeyPath
  let value: Result<Any?, SwiftDataError>
}
