/// The changes that an iterator of ``ResultsChanges`` has not returned yet.
final class ResultsChangeLog {
  /// The list that the iterator returned last.
  var known: [Int64] = []
  /// The keys of rows that have changed since.
  var changed: Set<Int64> = []
}

/// The changes of an observer's results, one after the other; see ``ResultsObserver/changes``.
public struct ResultsChanges<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The change of the results since the last element.
  public typealias Element = ResultsChange<Model>
  /// The sequence throws no error.
  public typealias Failure = Never

  let observer: ResultsObserver<Model, SectionTitle>

  /// Returns an iterator whose first element is the current state.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observer) }

  /// The iterator of one loop. It keeps the observer alive.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let observer: ResultsObserver<Model, SectionTitle>
    private let log = ResultsChangeLog()
    private let wakeUp = AsyncSignal()
    private var isFirst = true

    init(_ observer: ResultsObserver<Model, SectionTitle>) {
      self.observer = observer
      observer.query.notice.add(wakeUp)
      observer.query.add(log)
    }

    /// The next change; nil when the task is cancelled.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> ResultsChange<Model>? {
      while !Task.isCancelled {
        if let change = take() { return change }
        await wakeUp.wait(isolation: isolation)
      }
      return nil
    }

    mutating func take() -> ResultsChange<Model>? {
      observer.query.look()
      let new = observer.query.list.rowIDs
      let offsets = ResultsDifference(from: log.known, to: new, changed: log.changed)
      let before = log.known
      log.known = new
      log.changed = []
      if offsets.isEmpty, !isFirst { return nil }
      isFirst = false
      let (graph, table) = (observer.query.graph, observer.query.table)
      return ResultsChange(
        results: FetchResultsCollection(models: new, observer.query.windows), offsets: offsets,
        before: before
      ) { graph.identifier($0, table) }
    }
  }
}

/// An observer's results, repeated whenever they change; see ``ResultsObserver/values``.
public struct ResultsValues<Model: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
  /// The results after a change.
  public typealias Element = FetchResultsCollection<Model>
  /// The sequence throws no error.
  public typealias Failure = Never

  let observer: ResultsObserver<Model, SectionTitle>

  /// Returns an iterator whose first element is the current state.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observer) }

  /// The iterator of one loop. It keeps the observer alive.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let observer: ResultsObserver<Model, SectionTitle>
    private let wakeUp = AsyncSignal()
    private var given: [Int64]?

    init(_ observer: ResultsObserver<Model, SectionTitle>) {
      self.observer = observer
      observer.query.notice.add(wakeUp)
    }

    /// The next results; nil when the task is cancelled.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> FetchResultsCollection<Model>? {
      while !Task.isCancelled {
        observer.query.look()
        let list = observer.query.list.rowIDs
        if list != given {
          given = list
          return FetchResultsCollection(models: list, observer.query.windows)
        }
        await wakeUp.wait(isolation: isolation)
      }
      return nil
    }
  }
}
