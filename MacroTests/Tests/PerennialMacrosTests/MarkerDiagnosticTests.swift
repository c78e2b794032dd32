import Testing

@Suite("Diagnostics about markers")
struct MarkerDiagnosticTests {
  private static func expansion(of property: String) -> Expansion {
    Expansion(of: "@Model\nfinal class M {\n  \(property)\n  init() {}\n}")
  }

  @Test("A property is an attribute or a relationship")
  func contradiction() throws {
    let expansion = Self.expansion(of: "@Attribute(.unique) @Relationship var a: [N] = []")
    #expect(
      expansion.diagnostics == [
        """
        3:23 error: 'a' cannot be both '@Attribute' and '@Relationship' [remove '@Attribute'] \
        [remove '@Relationship']
        """
      ]
    )
    #expect(
      try expansion.fixed(by: "remove '@Attribute'")
        == "@Model\nfinal class M {\n  @Relationship var a: [N] = []\n  init() {}\n}"
    )
  }

  @Test("What is not stored cannot be unique")
  func uniqueTransient() throws {
    let expansion = Self.expansion(of: "@Attribute(.unique) @Transient var a = 1")
    #expect(
      expansion.diagnostics == [
        """
        3:3 error: 'a' cannot be unique: a '@Transient' property is not in the store \
        [remove '@Attribute'] [remove '@Transient']
        """
      ]
    )
    #expect(
      try expansion.fixed(by: "remove '@Transient'")
        == "@Model\nfinal class M {\n  @Attribute(.unique) var a = 1\n  init() {}\n}"
    )
  }

  @Test("The least number of models is not above the greatest")
  func counts() {
    #expect(
      Self.expansion(
        of: "@Relationship(minimumModelCount: 3, maximumModelCount: 2) var a: [N] = []"
      ).diagnostics == ["3:3 error: the minimum of 3 models is more than the maximum of 2"]
    )
    #expect(
      Self.expansion(
        of: "@Relationship(minimumModelCount: 3, maximumModelCount: 0) var a: [N] = []"
      ).diagnostics.isEmpty
    )
  }

  @Test(
    "A marker outside a model is told where there is no doubt",
    arguments: [
      ("struct S", "a 'struct'"), ("enum S", "an 'enum'"), ("class S", "a 'class'"),
      ("@Other class S", nil), ("extension S", nil),
    ]
  )
  func placement(declaration: String, kind: String?) {
    let expansion = Expansion(of: "\(declaration) {\n  @Transient var a = 1\n}")
    let messages = kind.map {
      "2:3 error: '@Transient' has no effect in \($0): it belongs in a '@Model' class"
    }
    #expect(expansion.diagnostics == [messages].compactMap(\.self))
  }

  @Test("A marker belongs on a property")
  func onFunction() {
    #expect(
      Self.expansion(of: "@Attribute func a() {}").diagnostics
        == ["3:3 error: '@Attribute' belongs on a property"]
    )
  }

  @Test("Two relationships may name one inverse")
  func sharedInverse() {
    let expansion = Expansion(
      of: #"""
        @Model final class M {
          @Relationship(inverse: \N.owner) var left: [N] = []
          @Relationship(inverse: \N.owner) var right: [N] = []
          init() {}
        }
        """#
    )
    #expect(expansion.diagnostics.isEmpty)
  }
}
