public import Observation

/// Counts the transactions that match its models and authors as they happen: those of this process, and those
/// of other processes.
///
/// ```swift
/// let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
/// withObservationTracking { _ = observer.eventCounter } onChange: { … }
/// ```
// Sendable: constants, the counter, which is behind a lock, and the registrar, which is safe.
public final class HistoryObserver: @unchecked Sendable, Observable {
  /// The container whose stores are observed.
  public let modelContainer: ModelContainer
  /// The models whose changes count; all models if empty.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose transactions count; all authors if empty.
  public let authors: Set<String>

  private struct State {
    var counter = 0
    /// The last transaction of each store that is already counted.
    var counted: [String: Int64] = [:]
  }

  private let state = Guarded(State())
  private let inbox = Inbox()
  private let registrar = ObservationRegistrar()
  private let entityNames: Set<String>
  private let owner: (any Actor)?

  /// The number of transactions that match the observer's models and authors.
  ///
  /// It changes on the actor on which the observer was created. Without such an actor, it changes on the
  /// thread of the save.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.counter }
  }

  /// Observes the transactions of a container's stores.
  ///
  /// ```swift
  /// let observer = try HistoryObserver(
  ///   observedModels: [Trip.self], authors: ["import"], modelContainer: container)
  /// print(observer.eventCounter)  // 0
  /// ```
  ///
  /// - Parameters:
  ///   - historyTokens: The tokens after which to count, by store identifier. Transactions since a token
  ///     count at once. Stores without a token count from now on.
  ///   - observedModels: The models whose changes count; all models if empty.
  ///   - authors: The authors whose transactions count; all authors if empty.
  ///   - modelContainer: The container whose stores are observed.
  ///   - isolation: The actor on which ``eventCounter`` changes: that of the caller.
  /// - Throws: ``SwiftDataError/unknownSchema`` for a model that the container does not have;
  ///   ``SwiftDataError/historyTokenExpired`` as ``ModelContext/fetchHistory(_:)`` does, and
  ///   ``SwiftDataError/unsupportedFeature`` if the stores keep no history.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [],
    authors: Set<String> = [],
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(modelContainer, models: observedModels, authors: authors, owner: isolation)
    try count(since: historyTokens ?? [:])
    // Only now: events that arrive while the history is read may already be counted.
    inbox.wake.value = { [weak self] in self?.wake() }
    read()
  }

  private init(
    _ container: ModelContainer, models: [any PersistentModel.Type], authors: Set<String>,
    owner: (any Actor)?
  ) throws {
    modelContainer = container
    observedModels = models
    self.authors = authors
    self.owner = owner
    let hierarchies = container.coordinator.hierarchies
    entityNames = Set(
      models.flatMap { hierarchies.members(of: ModelLayout.of($0)).map(\.entityName) })
    for model in models where container.coordinator.index(of: model) == nil {
      throw SwiftDataError.unknownSchema.because(
        "\(String(reflecting: model)) is not in the container's schema")
    }
    container.coordinator.bus.add(inbox)
  }

  deinit { modelContainer.coordinator.bus.remove(inbox) }

  private func wake() {
    guard let owner else { return read() }
    Task { [weak self] in await self?.read(on: owner) }
  }

  private func read(on owner: isolated any Actor) { read() }

  private func read() {
    let events = inbox.takeAll()
    let found = state.withLock { state in
      events.filter { isConcerned(by: $0) && !Self.isCounted($0, state) }.count
    }
    if found == 0 { return }
    registrar.withMutation(of: self, keyPath: \.eventCounter) {
      state.withLock { $0.counter += found }
    }
  }

  private func isConcerned(by event: ChangeSet) -> Bool {
    if event.isUnspecified { return !event.isUnentered }
    // A change that is not in the history is not a transaction.
    if event.transactions.isEmpty { return false }
    if !authors.isEmpty, !(event.author.map(authors.contains) ?? false) { return false }
    if entityNames.isEmpty || event.isErasure { return true }
    return !entityNames.isDisjoint(with: event.changes.keys)
  }

  private static func isCounted(_ event: ChangeSet, _ state: State) -> Bool {
    !event.transactions.isEmpty
      && event.transactions.allSatisfy { $0.value <= state.counted[$0.key] ?? 0 }
  }

  /// Counts the transactions since the tokens.
  private func count(since tokens: [String: any HistoryToken]) throws {
    let coordinator = modelContainer.coordinator
    _ = try HistoryFetch(.init(), coordinator)
    for (identifier, token) in tokens {
      guard let token = token as? DefaultHistoryToken, token.storeIdentifier == identifier else {
        throw SwiftDataError.historyTokenExpired.because(
          "the token for the store \(identifier) is not a token of that store")
      }
      let store = try coordinator.store(of: token)
      guard let history = store.history else { continue }
      let connection = try store.lendReader()
      defer { store.takeBack(connection) }
      let (events, last) = try connection.exclusively {
        let events = try history.events(after: token.number, on: connection)
        try store.check(token, on: connection)
        return (events, events.last?.transactions[identifier] ?? token.number)
      }
      let found = events.filter(isConcerned).count
      state.withLock { state in
        state.counter += found
        state.counted[identifier] = last
      }
    }
  }
}
