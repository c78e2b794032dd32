/// An executor that owns a context.
public protocol ModelExecutor: Executor {
  /// The context whose work the executor runs.
  var modelContext: ModelContext { get }
}

/// A ``ModelExecutor`` that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}
