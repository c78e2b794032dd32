import Testing

extension Clients {
  @Suite(
    "Conformances to Sendable that programs state, compiled")
  struct SendableConformanceCompilationTests {
    @Test(
      "13.13 A program's own conformance of ModelContext is free of warnings",
      arguments: ClientCompiler.LanguageMode.allCases)
    func contexts(mode: ClientCompiler.LanguageMode) async throws {
      let source = """
        import SwiftData

        extension ModelContext: @unchecked @retroactive Sendable {}

        func send(_ context: ModelContext) { Task.detached { try? context.save() } }
        """
      #expect(try await #require(ClientCompiler()).diagnostics(of: source, mode) == [])
    }

    @Test("13.13 Without it, sending a context to another actor is an error")
    func sending() async throws {
      let source = """
        import SwiftData

        func give<T: Sendable>(_ value: T) {}
        func send(_ context: ModelContext) { give(context) }
        """
      #expect(
        try await #require(ClientCompiler()).diagnostics(of: source, .swift6) == [
          "4 error: type 'ModelContext' does not conform to the 'Sendable' protocol"
        ])
    }

    /// These are `Sendable`, as they are Apple's: a stage is a static constant of each migration plan.
    @Test(
      "13.13 MigrationStage and Schema.Version are Sendable, and stating it again is the only warning",
      arguments: ClientCompiler.LanguageMode.allCases)
    func values(mode: ClientCompiler.LanguageMode) async throws {
      let source = """
        import SwiftData

        extension MigrationStage: @unchecked @retroactive Sendable {}
        extension Schema.Version: @unchecked @retroactive Sendable {}
        """
      let stated = "to protocol 'Sendable' was already stated in the type's module 'Perennial'"
      #expect(
        try await #require(ClientCompiler()).diagnostics(of: source, mode) == [
          "3 warning: conformance of 'MigrationStage' \(stated)",
          "4 warning: conformance of 'Schema.Version' \(stated)",
        ])
      let plain = """
        import SwiftData

        enum First: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [] }
        }

        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [First.self, First.self] }
          static let stage = MigrationStage.custom(
            fromVersion: First.self, toVersion: First.self, willMigrate: nil, didMigrate: nil)
          static var stages: [MigrationStage] { [stage] }
        }
        """
      #expect(try await #require(ClientCompiler()).diagnostics(of: plain, mode) == [])
    }
  }
}
