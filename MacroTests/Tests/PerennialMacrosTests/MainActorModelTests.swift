import Testing

@Suite("Expansion of models that may belong to the main actor")
struct MainActorModelTests {
  private func expansion(_ declaration: String, _ property: String) -> Expansion {
    Expansion(of: "\(declaration) {\n  \(property)\n  init() {}\n}")
  }

  @Test(
    "13.8 A property 'id' meets the requirement of Identifiable from any actor",
    arguments: [
      ("@MainActor @Model final class M", "var id: UUID"),
      ("@Model final class M: Titled", "var id = UUID()"),
    ])
  func identity(declaration: String, property: String) throws {
    #expect(
      try expansion(declaration, property).member("_$id") == """
        @_implements(Swift.Identifiable, id) @_disfavoredOverload nonisolated var _$id: UUID {
          Perennial._Model.unisolated(self) { $0.id }
        }
        """)
  }

  @Test(
    "13.8 Other classes and properties meet it by themselves",
    arguments: [
      ("@Model final class M", "var id: UUID"),
      ("@MainActor @Model final class M", "let id: UUID"),
      ("@MainActor @Model final class M", "nonisolated var id: Int { 1 }"),
      ("@MainActor @Model final class M", "static var id = 1"),
      ("@MainActor @Model final class M", "var key: UUID"),
    ])
  func plain(declaration: String, property: String) {
    #expect(!expansion(declaration, property).source.contains("_$id"))
  }
}
