#if canImport(SwiftUI)
import Observation
import Perennial
import SwiftUI

/// The results of a ``Query``, which a view keeps from one evaluation to the next.
@MainActor
final class QueryResults<Element: PersistentModel, Result>: nonisolated Observable {
  private var request: QueryRequest<Element>?
  private var context: ModelContext?
  private var source: QuerySource<Result>?
  private var openFailure: (any Error)?
  /// The results of the last successful fetch.
  private var last: Result?
  private var isOutdated = false
  /// `true` if observers were notified of a change and have not read the results since.
  private var isAnnounced = false
  private var following: Task<Void, Never>?
  private let registrar = ObservationRegistrar()

  /// The property that Observation tracks. Only its key path is used.
  private nonisolated var revision: Void { () }

  nonisolated init() {}

  deinit { following?.cancel() }

  /// The current results, or the last ones if they could not be updated; nil if no fetch has succeeded
  /// yet.
  var current: Result? {
    look()
    if isOutdated, let source, source.failure() == nil {
      isOutdated = false
      last = source.read()
    }
    return last
  }

  var failure: (any Error)? {
    look()
    return openFailure ?? source?.failure()
  }

  private func look() {
    registrar.access(self, keyPath: \.revision)
    isAnnounced = false
  }

  /// Sets the request and the context of the results.
  ///
  /// A request that could not be opened is opened again at each call, because no notification announces
  /// that it would succeed now.
  func prepare(
    _ request: QueryRequest<Element>,
    _ model: ModelSource,
    _ open: @MainActor (QueryRequest<Element>, ModelContext) throws -> QuerySource<Result>
  ) {
    let isKnown = self.request?.asksTheSame(as: request) ?? false
    self.request = request
    guard let context = model.context else { return close(model.failure) }
    if isKnown, self.context === context, openFailure == nil { return }
    // Results of one context are useless in another one.
    if self.context !== context { last = nil }
    self.context = context
    do {
      let source = try open(request, context)
      self.source = source
      openFailure = nil
      isOutdated = true
      follow(source)
    } catch {
      source = nil
      openFailure = error
      following?.cancel()
    }
  }

  private func close(_ failure: (any Error)?) {
    context = nil
    source = nil
    last = nil
    openFailure = failure
    following?.cancel()
  }

  /// Notifies the view of every later change.
  private func follow(_ source: QuerySource<Result>) {
    following?.cancel()
    let wakeUp = source.wakeUp
    following = Task { [weak self] in
      while true {
        await wakeUp.wait(isolation: #isolation)
        guard !Task.isCancelled, let self else { return }
        announce()
      }
    }
  }

  private func announce() {
    isOutdated = true
    if isAnnounced { return }
    isAnnounced = true
    let change = { self.registrar.withMutation(of: self, keyPath: \.revision) {} }
    if let transaction = request?.transaction {
      withTransaction(transaction, change)
    } else {
      change()
    }
  }
}
#endif
