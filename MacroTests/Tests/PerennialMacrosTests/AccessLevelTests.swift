import Testing

@Suite("Access levels and conformances of the expansion")
struct AccessLevelTests {
  @Test(
    "Members are as accessible as the class",
    arguments: [
      ("final class M", "nonisolated"),
      ("public final class M", "public nonisolated"),
      ("package final class M", "package nonisolated"),
      ("private final class M", "nonisolated"),
      ("open class M", "open nonisolated"),
    ]
  )
  func access(declaration: String, modifiers: String) throws {
    let expansion = Expansion(of: "@Model \(declaration) {\n  var a: Int\n  init() {}\n}")
    #expect(try expansion.member("_$bind").hasPrefix("\(modifiers) func"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A class in an extension with an access level has that level")
  func extended() throws {
    let expansion = Expansion(
      of: "public extension V1 {\n  @Model final class M {\n    var a: Int\n    init() {}\n  }\n}"
    )
    #expect(try expansion.member("_$bind").hasPrefix("public nonisolated func"))
  }

  @Test("A nested class is extended by its full name, as available as it is")
  func conformances() {
    let expansion = Expansion(
      of: """
        @available(macOS 15, *)
        enum V1 {
          @available(iOS 18, *)
          @Model final class M {
            var a: Int
            init() {}
          }
        }
        """
    )
    #expect(
      expansion.extensions == [
        """
        @available(iOS 18, *)
        @available(macOS 15, *)
        extension V1.M: nonisolated Observation.Observable {}
        """,
        """
        @available(iOS 18, *)
        @available(macOS 15, *)
        extension V1.M: nonisolated Perennial.PersistentModel {}
        """,
        """
        @available(*, unavailable, message: "A model belongs to its context: pass its \
        persistentModelID to another actor instead.")
        extension V1.M: Swift.Sendable {}
        """,
      ]
    )
  }

  @Test("Other attributes of the class stay")
  func otherAttributes() {
    let expansion = Expansion(
      of: "@Model @dynamicMemberLookup final class M {\n  var a: Int\n  init() {}\n}"
    )
    #expect(expansion.source.hasPrefix("@dynamicMemberLookup final class M {"))
  }
}
