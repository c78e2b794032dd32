import Testing

@Suite("Expansion of model actors")
struct ModelActorTests {
  @Test("An actor gets an executor, a container and an initialiser")
  func members() {
    let expansion = Expansion(of: "@ModelActor\npublic actor Importer {\n}")
    #expect(
      expansion.source == """
        public actor Importer {

          public nonisolated let modelExecutor: any Perennial.ModelExecutor

          public nonisolated let modelContainer: Perennial.ModelContainer

          public init(modelContainer: Perennial.ModelContainer) {
            let modelContext = Perennial.ModelContext(modelContainer)
            self.modelExecutor = Perennial.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
          }
        }

        extension Importer: Perennial.ModelActor {}
        """
    )
  }

  @Test("An initialiser of the author's is kept")
  func ownInitialiser() {
    let expansion = Expansion(
      of: """
        @ModelActor actor Importer {
          init(modelContainer: ModelContainer) { fatalError() }
        }
        """
    )
    #expect(!expansion.source.contains("DefaultSerialModelExecutor"))
  }

  @Test("Only an actor can be one")
  func placement() throws {
    let expansion = Expansion(of: "@ModelActor final class Importer {}")
    #expect(
      expansion.diagnostics == [
        "1:1 error: '@ModelActor' needs an actor, but this is a 'class' [replace 'class' with 'actor']"
      ]
    )
    #expect(
      try expansion.fixed(by: "replace 'class' with 'actor'")
        == "@ModelActor final actor Importer {}"
    )
  }
}
