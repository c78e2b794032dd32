import Dispatch

/// Runs the jobs of a model actor one after the other, on its own queue.
///
/// The actor's work does not run on the main thread, wherever the actor was made, unless its context is the
/// main context.
// Sendable: the context is only used on the queue, once the executor has it.
public class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  /// The context that the actor uses.
  public final let modelContext: ModelContext
  private let queue = DispatchQueue(label: "perennial.model-executor", qos: .userInitiated)
  private let key = DispatchSpecificKey<Bool>()

  /// Creates an executor for a context. From then on the context belongs to the executor's queue. A
  /// main context stays on the main actor.
  ///
  /// The macro ``ModelActor()`` writes an initialiser that does this. Write it yourself to set up the context.
  ///
  /// ```swift
  /// actor Importer: ModelActor {
  ///   nonisolated let modelContainer: ModelContainer
  ///   nonisolated let modelExecutor: any ModelExecutor
  ///
  ///   init(_ container: ModelContainer) {
  ///     let context = ModelContext(container)
  ///     context.author = "import"
  ///     modelContainer = container
  ///     modelExecutor = DefaultSerialModelExecutor(modelContext: context)
  ///   }
  /// }
  /// ```
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    queue.setSpecific(key: key, value: true)
    if !modelContext.isMain {
      let queue = queue
      modelContext.belong { work in queue.async(execute: work) }
    }
  }

  /// Runs a job after those that were enqueued before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    let queue = modelContext.isMain ? DispatchQueue.main : queue
    queue.async { job.runSynchronously(on: executor) }
  }

  /// Returns the executor in the form in which the runtime uses it: the main actor's for the main
  /// context.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    // The main context always belongs to the main actor.
    if modelContext.isMain { return MainActor.sharedUnownedExecutor }
    return UnownedSerialExecutor(ordinary: self)
  }

  /// Returns `true` if the caller runs on this executor. Returns nil for the main context. A failing
  /// `preconditionIsolated` calls this.
  public func isIsolatingCurrentContext() -> Bool? {
    modelContext.isMain ? nil : DispatchQueue.getSpecific(key: key) == true
  }

  /// Stops the program if the caller does not run on this executor. The runtime calls it for
  /// `assumeIsolated` and `preconditionIsolated`.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(modelContext.isMain ? .main : queue))
  }
}
