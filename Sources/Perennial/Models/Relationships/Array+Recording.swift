// The operations on lists of objects that record what they change, if the list is a relationship that is changed in
// place: `school.students.append(student)`. A list of any other origin is changed as by Array's own operations, which
// have the same names.

extension Array where Element: PersistentModel {
  /// Adds an object at the end of the list.
  ///
  /// - Complexity: O(1) on average. For a to-many relationship, this includes the update of the inverse.
  @inlinable
  public mutating func append(_ newElement: Element) {
    if _isLent, _Model.replaceMembers(count..<count, of: &self, with: [newElement]) { return }
    _Unrecorded.append(newElement, to: &self)
  }

  /// Adds objects at the end of the list.
  ///
  /// - Complexity: O(*k*) on average in the number of added objects.
  @inlinable
  public mutating func append<S: Sequence>(contentsOf newElements: S) where S.Element == Element {
    if _isLent {
      let new = Array(newElements)
      if !_Model.replaceMembers(count..<count, of: &self, with: new) {
        _Unrecorded.append(new, to: &self)
      }
    } else {
      _Unrecorded.append(newElements, to: &self)
    }
  }

  /// Adds objects at the end of a list.
  ///
  /// - Complexity: O(*k*) on average in the number of added objects.
  @inlinable
  public static func += (list: inout [Element], newElements: [Element]) {
    list.append(contentsOf: newElements)
  }

  /// Inserts an object.
  ///
  /// - Complexity: O(*n*) in the number of objects behind it.
  @inlinable
  public mutating func insert(_ newElement: Element, at index: Int) {
    if _isLent, index >= 0, index <= count,
      _Model.replaceMembers(index..<index, of: &self, with: [newElement])
    {
      return
    }
    _Unrecorded.insert(newElement, at: index, of: &self)
  }

  /// Removes an object, and returns it.
  ///
  /// - Complexity: O(*n*) in the number of objects behind it.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    if _isLent, indices.contains(index) {
      let removed = self[index]
      if _Model.replaceMembers(index..<index + 1, of: &self, with: []) { return removed }
    }
    return _Unrecorded.remove(at: index, of: &self)
  }

  /// Removes the first object, and returns it. The list must not be empty.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: startIndex) }

  /// Removes the last object, and returns it. The list must not be empty.
  ///
  /// - Complexity: O(1).
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: index(before: endIndex)) }

  /// Removes the last object, and returns it; nil if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the objects that satisfy a condition.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    guard _isLent else { return try _Unrecorded.removeAll(from: &self, where: shouldBeRemoved) }
    // From the first to the last object that is removed, and what stays in between.
    var range: Range<Int>?
    var (kept, count): ([Element], Int) = ([], 0)
    for (index, element) in enumerated() {
      if try shouldBeRemoved(element) {
        range = (range?.lowerBound ?? index)..<index + 1
        count = kept.count
      } else if range != nil {
        _Unrecorded.append(element, to: &kept)
      }
    }
    guard let range else { return }
    kept.removeSubrange(count...)
    if !_Model.replaceMembers(range, of: &self, with: kept) { replaceSubrange(range, with: kept) }
  }

  /// `true` if the list may be a relationship that is being changed in place.
  @inlinable
  var _isLent: Bool {
    // An object that was appended just now is in no graph.
    last?._$header.pointee._isLending() == true || first?._$header.pointee._isLending() == true
  }
}

/// Array's own operations.
@usableFromInline
enum _Unrecorded {
  /// Array's own function is quicker than that of all collections where code is not specialised.
  @inlinable
  static func append<Element>(_ element: Element, to list: inout [Element]) {
    list.append(element)
  }

  @inlinable
  static func append<List: RangeReplaceableCollection>(
    _ element: List.Element, to list: inout List
  ) {
    list.append(element)
  }

  @inlinable
  static func append<List: RangeReplaceableCollection, New: Sequence>(
    _ elements: New, to list: inout List
  ) where New.Element == List.Element {
    list.append(contentsOf: elements)
  }

  @inlinable
  static func insert<List: RangeReplaceableCollection>(
    _ element: List.Element, at index: List.Index, of list: inout List
  ) {
    list.insert(element, at: index)
  }

  @inlinable
  static func remove<List: RangeReplaceableCollection>(
    at index: List.Index, of list: inout List
  ) -> List.Element {
    list.remove(at: index)
  }

  @inlinable
  static func removeAll<List: RangeReplaceableCollection & MutableCollection>(
    from list: inout List, where shouldBeRemoved: (List.Element) throws -> Bool
  ) rethrows {
    try list.removeAll(where: shouldBeRemoved)
  }
}

extension _Model {
  /// Replaces objects of a list, and records that, if the list is a relationship that is being changed in place.
  ///
  /// - Returns: `false` if it isn't, or has changed in a way that is not recorded. Nothing was replaced then.
  public static func replaceMembers<Element: PersistentModel>(
    _ range: Range<Int>, of list: inout [Element], with new: [Element]
  ) -> Bool {
    // An object that was appended just now is in no graph.
    let graph = list.last?._$header.pointee.modelGraph ?? list.first?._$header.pointee.modelGraph
    for lent in graph?.lentCollections.reversed() ?? [] {
      let cache = lent.cache as? TypedToManyCache<Element>
      if cache?.replace(range, of: &list, with: new) == true { return true }
    }
    return false
  }
}

extension _Model.Header {
  /// Returns `true` if the program is changing a relationship of the object's graph in place.
  public func _isLending() -> Bool { modelGraph?.lentCollections.last?.isLong ?? false }
}
