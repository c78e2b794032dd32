import Dispatch

/// Runs the jobs of a model actor one after the other, on a queue of its own.
///
/// It does not matter where the actor was made: its work never runs on the main thread.
// Sendable: the context is used on the queue only, once the executor has it.
public class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  public final let modelContext: ModelContext
  private let queue = DispatchQueue(label: "perennial.model-executor", qos: .userInitiated)
  private let key = DispatchSpecificKey<Bool>()

  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    queue.setSpecific(key: key, value: true)
    if !modelContext.isMain {
      let queue = queue
      modelContext.belong { work in queue.async(execute: work) }
    }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    let queue = modelContext.isMain ? DispatchQueue.main : queue
    queue.async { job.runSynchronously(on: executor) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    // The main context belongs to the main actor, whoever else works in it.
    if modelContext.isMain { return MainActor.sharedUnownedExecutor }
    return UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller runs on this executor; a failed `preconditionIsolated` asks.
  public func isIsolatingCurrentContext() -> Bool? {
    modelContext.isMain ? nil : DispatchQueue.getSpecific(key: key) == true
  }

  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(modelContext.isMain ? .main : queue))
  }
}
