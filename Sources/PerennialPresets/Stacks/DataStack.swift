public import Perennial

/// An app's data layer in one place: the container, its contexts, and the handlers that work on it.
///
/// The initialiser throws every error of the stack. The stack is a class, so that all parts of an app
/// share one instance, which can be sent to any actor.
///
/// ```swift
/// let stack = try DataStack(DataStackConfiguration(schema: { Schema([Recipe.self]) }))
/// stack.mainContext.insert(Recipe())
/// ```
public final class DataStack: Sendable {
  /// The configuration that the stack was created with.
  public let configuration: DataStackConfiguration
  /// The container of the stack's store.
  public let container: ModelContainer
  /// The report of applying the catalogs when the store was opened.
  public let presetReport: PresetReport

  /// Opens the store, migrates it, applies the presets, and inserts the samples.
  ///
  /// ```swift
  /// let stack = try DataStack(
  ///   DataStackConfiguration(schema: { Schema([Recipe.self]) }, presets: [cookbook]))
  /// print(stack.presetReport)
  /// ```
  ///
  /// - Parameters:
  ///   - configuration: The settings of the stack.
  ///   - makeContainer: Creates the container, in a test for example.
  /// - Throws: `SwiftDataError`, ``PresetError``, and the errors of the samples. If applying the
  ///   presets throws, neither presets nor samples were inserted. If the samples throw, none of them
  ///   was inserted, and the presets stay in the store.
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

  /// The main actor's context, with the settings of the configuration.
  @MainActor public var mainContext: ModelContext { configured(container.mainContext) }

  /// Creates a context with the settings of the configuration. It does not belong to an actor.
  ///
  /// ```swift
  /// let context = stack.makeContext(author: "import")
  /// context.insert(Recipe.sample)
  /// try context.save()
  /// ```
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

  /// Returns a closure that creates handlers which work off the main thread.
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

  /// Returns a closure that creates handlers which work with the main actor's context.
  ///
  /// ```swift
  /// @MainActor final class Draft {
  ///   let context: ModelContext
  ///   init(_ context: ModelContext) { self.context = context }
  /// }
  /// let makeDraft = stack.mainHandlers { Draft($0) }
  /// await makeDraft().context.insert(Recipe())
  /// ```
  public func mainHandlers<Handler: Sendable>(
    _ make: @escaping @Sendable @MainActor (ModelContext) -> Handler
  ) -> @Sendable () async -> Handler {
    { [self] in await MainActor.run { make(mainContext) } }
  }

  /// Calls a closure off the caller's actor. A model actor that is created on an actor would work on
  /// that actor.
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
