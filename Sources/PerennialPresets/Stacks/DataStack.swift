public import Perennial

/// An app's data layer in one place: the container, its contexts, and the handlers that work on it.
///
/// Whatever can go wrong is thrown when the stack is made. It is a class, so that one that is shared is
/// the same everywhere, and may be sent to any actor.
public final class DataStack: Sendable {
  public let configuration: DataStackConfiguration
  public let container: ModelContainer
  /// What the catalogs have done when the store was opened.
  public let presetReport: PresetReport

  /// Opens the store, migrates it, and gives it presets and samples.
  ///
  /// - Parameter makeContainer: Makes the container, if it is to be another one: that of a test, say.
  /// - Throws: `SwiftDataError`, ``PresetError``, and what the samples throw. Of presets and samples
  ///   there is nothing then.
  public init(
    _ configuration: DataStackConfiguration,
    makeContainer:
      @Sendable (
        Schema, (any SchemaMigrationPlan.Type)?, ModelConfiguration
      ) throws -> ModelContainer = {
        try ModelContainer(for: $0, migrationPlan: $1, configurations: $2)
      }
  ) throws {
    self.configuration = configuration
    let schema = configuration.schema()
    container = try makeContainer(
      schema, configuration.migrationPlan, configuration.modelConfiguration(schema))
    presetReport =
      configuration.allowsSave && !configuration.presets.isEmpty
      ? try container.usePresets(configuration.presets) : PresetReport()
    let context = ModelContext(container)
    try context.transaction { try configuration.samples(context) }
  }

  // MARK: Contexts

  /// The main actor's context, as the configuration wants it.
  @MainActor public var mainContext: ModelContext { configured(container.mainContext) }

  /// A context of nobody's, as the configuration wants it.
  public func makeContext(author: String? = nil) -> ModelContext {
    let context = configured(ModelContext(container))
    context.author = author
    return context
  }

  private func configured(_ context: ModelContext) -> ModelContext {
    context.mergePolicy = configuration.mergePolicy
    context.automaticallyMergesChanges = configuration.automaticallyMergesChanges
    return context
  }

  // MARK: Handlers

  /// A closure that makes handlers which work off the main thread, to be handed to whoever needs them.
  ///
  /// ```swift
  /// let makeHandler = stack.handlers { RecipeHandler(modelContainer: $0) }
  /// …
  /// let id = try await makeHandler().create("Minestrone")
  /// ```
  public func handlers<Handler: ModelActor>(
    _ make: @escaping @Sendable (ModelContainer) -> Handler
  ) -> @Sendable () async -> Handler {
    { [container, configuration] in
      let handler = await Self.apart { make(container) }
      await handler.adopt(configuration)
      return handler
    }
  }

  /// A closure that makes handlers which work with the main actor's context.
  public func mainHandlers<Handler: Sendable>(
    _ make: @escaping @Sendable @MainActor (ModelContext) -> Handler
  ) -> @Sendable () async -> Handler {
    { [self] in await MainActor.run { make(mainContext) } }
  }

  /// Not on the caller's actor: who makes a model actor there has it work there.
  @concurrent
  private static func apart<Result: Sendable>(
    _ body: @Sendable () -> Result
  ) async -> Result { body() }
}

extension ModelActor {
  fileprivate func adopt(_ configuration: DataStackConfiguration) {
    modelContext.mergePolicy = configuration.mergePolicy
    modelContext.automaticallyMergesChanges = configuration.automaticallyMergesChanges
  }
}
