#if canImport(SwiftUI)
import Foundation
import Perennial
import SwiftUI

/// A live query, whatever its results look like.
@MainActor
final class QuerySource<Result> {
  // A view that reads these does not track the observer: it would be told before the query is, and
  // without the query's transaction.
  let read: () -> Result
  let failure: () -> (any Error)?
  /// Is raised with each change.
  let wakeUp: WakeUp

  private init<Element: PersistentModel, Title: Hashable>(
    _ observer: ResultsObserver<Element, Title>,
    read: @escaping () -> Result
  ) {
    self.read = read
    failure = { observer.untrackedFetchError }
    wakeUp = observer.makeWakeUp()
  }
}

extension QuerySource {
  /// A list. All of its objects are loaded when it is read, because an array holds them all.
  static func list<Element>(
    _ request: QueryRequest<Element>,
    in context: ModelContext
  ) throws -> QuerySource where Result == [Element] {
    let observer = try ResultsObserver<Element, Never>(
      fetchDescriptor: request.descriptor,
      modelContext: context
    )
    observer.batchSize = 500
    return QuerySource(observer) { Array(observer.untrackedResults) }
  }

  /// Sections. Their objects are loaded in batches, when they are looked at.
  static func sections<Element>(
    _ request: QueryRequest<Element>,
    by sectionBy: QuerySectioning<Element>,
    in context: ModelContext
  ) throws -> QuerySource where Result == SectionedResults<Element, String> {
    let observer =
      switch sectionBy {
      case .value(let keyPath):
        try ResultsObserver(
          fetchDescriptor: request.descriptor,
          sectionBy: keyPath,
          modelContext: context
        )
      case .optional(let keyPath):
        try ResultsObserver(
          fetchDescriptor: request.descriptor,
          sectionBy: keyPath,
          modelContext: context
        )
      }
    return QuerySource(observer) { observer.untrackedSections ?? SectionedResults() }
  }
}
#endif
