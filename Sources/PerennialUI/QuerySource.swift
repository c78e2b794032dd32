#if canImport(SwiftUI)
import Foundation
import Perennial
import SwiftUI

/// A live query, with results of any type.
@MainActor
final class QuerySource<Result> {
  // Reading these closures in a view does not track the observer. The observer would notify the view
  // before the query, and without the query's transaction.
  let read: () -> Result
  let failure: () -> (any Error)?
  /// The signal that each change raises.
  let wakeUp: AsyncSignal

  private init<Element: PersistentModel, Title: Hashable>(
    _ observer: ResultsObserver<Element, Title>,
    read: @escaping () -> Result
  ) {
    self.read = read
    failure = { observer.untrackedFetchError }
    wakeUp = observer.makeAsyncSignal()
  }
}

extension QuerySource {
  /// Returns the source of a list. Reading it loads all objects, because an array holds them all.
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

  /// Returns the source of sections. Their objects are loaded in batches, when they are read.
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
