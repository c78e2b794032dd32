/// One change of the results of a ``ResultsObserver``: the new results, and their difference from the former
/// ones.
///
/// ```swift
/// for await change in observer.changes { print(change) }
/// ```
public struct ResultsChange<Element: PersistentModel> {
  /// The results after the change.
  public let results: FetchResultsCollection<Element>
  /// The difference from the former results.
  public let offsets: ResultsDifference
  let before: [Int64]
  let identifier: (Int64) -> PersistentIdentifier

  /// The change as a `CollectionDifference`, for APIs that take one. A move is a removal and an insertion
  /// that are associated with each other. Updates are not included.
  ///
  /// O(n log n) in the number of elements that were removed, inserted and moved.
  ///
  /// ```swift
  /// var identifiers: [PersistentIdentifier] = []
  /// for await change in observer.changes {
  ///   identifiers = identifiers.applying(change.difference) ?? change.results.map(\.persistentModelID)
  /// }
  /// ```
  public var difference: CollectionDifference<PersistentIdentifier> {
    var changes: [CollectionDifference<PersistentIdentifier>.Change] = []
    for offset in offsets.removals {
      changes.append(
        .remove(offset: offset, element: identifier(before[offset]), associatedWith: nil)
      )
    }
    for offset in offsets.insertions {
      let element = identifier(results.rowIDs[offset])
      changes.append(.insert(offset: offset, element: element, associatedWith: nil))
    }
    for move in offsets.moves {
      let element = identifier(results.rowIDs[move.after])
      changes.append(.remove(offset: move.before, element: element, associatedWith: move.after))
      changes.append(.insert(offset: move.after, element: element, associatedWith: move.before))
    }
    // The initialiser succeeds: each offset occurs once, and associations are mutual.
    return CollectionDifference(changes) ?? [PersistentIdentifier]().difference(from: [])
  }
}

extension ResultsChange: CustomStringConvertible {
  /// The number of results, and of removed, inserted, moved and updated ones: `3 results: 1 inserted`.
  public var description: String { "\(results.count) results: \(offsets.summary)" }
}

extension ResultsDifference {
  fileprivate var summary: String {
    let counts = [
      (removals.count, "removed"), (insertions.count, "inserted"), (moves.count, "moved"),
      (updates.count, "updated"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }
}
