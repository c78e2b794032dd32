import Testing

@Suite("Diagnostics about properties")
struct PropertyDiagnosticTests {
  private static func expansion(of property: String) -> Expansion {
    Expansion(of: "@Model\nfinal class M {\n  \(property)\n  init() {}\n}")
  }

  @Test(
    "What cannot be stored is told where it stands",
    arguments: [
      (
        "let a = 1",
        """
        3:3 error: 'a' cannot be read from the store: a 'let' keeps its default value \
        [replace 'let' with 'var']
        """
      ),
      (
        "@Transient var a: Int",
        """
        3:18 error: 'a' needs a default value: the store has no value for a \
        '@Transient' property [replace 'Int' with 'Int?']
        """
      ),
      (
        "var a: (Int, Int)",
        "3:10 error: 'a' cannot be persisted: its type is a tuple [add '@Transient']"
      ),
      (
        "var a: (() -> Void)?",
        "3:10 error: 'a' cannot be persisted: its type is a function [add '@Transient']"
      ),
      (
        "var a: any P",
        """
        3:10 error: 'a' cannot be persisted: its type is an existential ('any') \
        [add '@Transient']
        """
      ),
      (
        "var a: [some P]",
        """
        3:10 error: 'a' cannot be persisted: its type is an opaque type ('some') \
        [add '@Transient']
        """
      ),
      (
        "var a: P.Type",
        "3:10 error: 'a' cannot be persisted: its type is a metatype [add '@Transient']"
      ),
      (
        "var a: P & Q",
        """
        3:10 error: 'a' cannot be persisted: its type is a composition of protocols \
        [add '@Transient']
        """
      ),
      (
        "weak var a: M?",
        "3:12 error: 'a' cannot be persisted: it is 'weak' [add '@Transient']"
      ),
      ("var (a, b) = (1, 2)", "3:7 error: a model cannot persist a property declared by a pattern"),
    ]
  )
  func storage(property: String, message: String) {
    #expect(Self.expansion(of: property).diagnostics == [message])
  }

  @Test("A property needs a type or a default")
  func untyped() {
    #expect(
      Self.expansion(of: "var a").diagnostics == ["3:7 error: 'a' needs a type or a default value"]
    )
  }

  @Test("A property in an #if cannot be a column")
  func conditional() {
    let expansion = Expansion(
      of: "@Model final class M {\n  #if DEBUG\n  var a: Int = 0\n  #endif\n  init() {}\n}"
    )
    #expect(
      expansion.diagnostics == [
        "3:7 error: 'a' cannot be persisted: it is inside an '#if' [add '@Transient']"
      ]
    )
    #expect(expansion.source.contains("  var a: Int = 0\n"))
  }

  @Test("A constant becomes a variable")
  func fixConstant() throws {
    #expect(
      try Self.expansion(of: "let a = 1").fixed(by: "replace 'let' with 'var'")
        == "@Model\nfinal class M {\n  var a = 1\n  init() {}\n}"
    )
  }

  @Test("A transient property becomes optional")
  func fixTransient() throws {
    #expect(
      try Self.expansion(of: "@Transient var a: Int").fixed(by: "replace 'Int' with 'Int?'")
        == "@Model\nfinal class M {\n  @Transient var a: Int?\n  init() {}\n}"
    )
  }

  @Test("What cannot be stored becomes transient")
  func fixUnsupported() throws {
    #expect(
      try Self.expansion(of: "private var a: (Int, Int)").fixed(by: "add '@Transient'")
        == "@Model\nfinal class M {\n  @Transient private var a: (Int, Int)\n  init() {}\n}"
    )
  }

  @Test("Several properties in one declaration are told apart")
  func severalBindings() throws {
    let expansion = Self.expansion(of: "private var a = 1, b: String, c, d: Int")
    #expect(
      expansion.diagnostics == [
        """
        3:15 error: a model must declare each persisted property in its own 'var' \
        [declare each property by itself]
        """
      ]
    )
    #expect(
      try expansion.fixed(by: "declare each property by itself") == """
        @Model
        final class M {
          private var a = 1
          private var b: String
          private var c: Int
          private var d: Int
          init() {}
        }
        """
    )
  }

  @Test("Several static or transient names in one declaration are none of a model's business")
  func severalStaticBindings() {
    #expect(Self.expansion(of: "static var a = 1, b = 2").diagnostics.isEmpty)
  }
}
