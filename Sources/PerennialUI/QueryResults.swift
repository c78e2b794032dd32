#if canImport(SwiftUI)
import Observation
import Perennial
import SwiftUI

/// The results of a ``Query``: what a view keeps of it from one evaluation to the next.
@MainActor
final class QueryResults<Element: PersistentModel, Result>: nonisolated Observable {
  private var request: QueryRequest<Element>?
  private var context: ModelContext?
  private var source: QuerySource<Result>?
  private var openFailure: (any Error)?
  /// The last good results.
  private var last: Result?
  private var isOutdated = false
  /// Whether those who looked were told of a change, and nobody has looked since.
  private var isAnnounced = false
  private var following: Task<Void, Never>?
  private let registrar = ObservationRegistrar()

  /// Only its key path is used: what Observation tracks.
  private nonisolated var revision: Void { () }

  nonisolated init() {}

  deinit { following?.cancel() }

  /// The results; nil if there never were any.
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

  /// Has the results be those of a request in a context.
  ///
  /// What failed to open is tried again whenever somebody looks: nobody tells that it would succeed.
  func prepare(
    _ request: QueryRequest<Element>,
    _ model: ModelSource,
    _ open: @MainActor (QueryRequest<Element>, ModelContext) throws -> QuerySource<Result>
  ) {
    let isKnown = self.request?.asksTheSame(as: request) ?? false
    self.request = request
    guard let context = model.context else { return close(model.failure) }
    if isKnown, self.context === context, openFailure == nil { return }
    // Results of one context are of no use in another.
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

  /// Has the view know of every change from now on.
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
