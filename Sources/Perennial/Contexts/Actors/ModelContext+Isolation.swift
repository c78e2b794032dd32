extension ModelContext {
  /// Attaches a context to an actor, unless the context already has an executor.
  func belong(to actor: any Actor) {
    if graph.mainActorBinding != nil { graph.checkMainActorBinding() }
    if graph.hasExecutor { return }
    if actor === MainActor.shared { return belongToMainActor() }
    let reference = ActorReference(actor)
    belong { work in
      Task { if let actor = reference.actor { await perform(work, on: actor) } }
    }
  }
}

/// A reference to an actor that does not keep the actor alive.
private final class ActorReference: Sendable {
  weak let actor: (any Actor)?
  init(_ actor: any Actor) { self.actor = actor }
}

private func perform(_ work: @Sendable () -> Void, on actor: isolated any Actor) { work() }
