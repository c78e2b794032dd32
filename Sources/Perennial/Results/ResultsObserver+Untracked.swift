// Properties that Observation does not track, for callers with their own way of notifying.

extension ResultsObserver {
  package var untrackedResults: FetchResultsCollection<Element> {
    query.look()
    return FetchResultsCollection(models: query.list.rowIDs, query.windows)
  }

  package var untrackedSections: SectionedResults<Element, SectionTitle>? {
    guard let sectionTitle else { return nil }
    let results = untrackedResults
    return SectionedResults(query.list, results, title: sectionTitle)
  }

  package var untrackedFetchError: (any Error)? {
    query.look()
    return query.failure
  }

  /// Returns a wake-up that is raised with each further change, until the wake-up is deallocated.
  package func makeAsyncSignal() -> AsyncSignal {
    let wakeUp = AsyncSignal()
    query.notice.add(wakeUp)
    return wakeUp
  }
}
