// For those who tell others of changes in a way of their own: nothing here is tracked by Observation.

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

  /// What is raised with each change from now on, while somebody holds it.
  package func makeWakeUp() -> WakeUp {
    let wakeUp = WakeUp()
    query.notice.add(wakeUp)
    return wakeUp
  }
}
