/// The values of a deleted object that its model asked to keep.
///
/// As a sequence it has the values, in the order of the properties.
// Sendable: constants. The values are attributes' own, read from the store for this tombstone
// alone, and nobody else has them.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  public typealias Element = Any

  public struct Iterator: IteratorProtocol {
    fileprivate var base: IndexingIterator<[Any]>
    public mutating func next() -> Any? { base.next() }
  }

  private let values: [(keyPath: AnyKeyPath, value: Any)]

  init(_ values: [(keyPath: AnyKeyPath, value: Any)]) {
    self.values = values
  }

  /// The value of a property; nil if it was not kept, or was nil.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    guard let value = values.first(where: { $0.keyPath == keyPath })?.value else { return nil }
    if let optional = value as? any OptionalValue, optional.isNil { return nil }
    // `Sendable` has no runtime representation: the two existentials have one form. Without the
    // `as Any` it would be the value in the existential that is cast.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }

  public func makeIterator() -> Iterator {
    Iterator(base: values.map(\.value).makeIterator())
  }
}
