import Testing

@Suite("Expansion of persisted properties")
struct PersistedPropertyTests {
  @Test("A property becomes accessors in front of a slot and a marker")
  func accessors() throws {
    let expansion = Expansion(
      of: """
        @Model
        final class Recipe {
          private(set) var title: String = "Soup"
          init() {}
        }
        """
    )
    #expect(
      try expansion.member("title") == #"""
        private(set) var title: String {
          @storageRestrictions(accesses: _$s_title, initializes: _title)
          init(initialValue) {
            _$s_title.initialize(initialValue)
            _title = Perennial._Model.Marker()
          }
          get {
            Perennial._Model.willRead(self, \.title)
            return _$s_title.get(self, _$Properties.title)
          }
          set {
            Perennial._Model.willSet(self, \.title, _$Properties.title)
            Perennial._Model.didSet(self, \.title, _$Properties.title, _$s_title.replace(newValue))
          }
        }
        """#
    )
    #expect(
      try expansion.member("_$s_title") == """
        @exclusivity(unchecked) nonisolated(unsafe) private var _$s_title = \
        Perennial._Storage.slot(String.self)
        """
    )
    #expect(
      try expansion.member("_title")
        == "nonisolated(unsafe) private var _title: Perennial._Model.Marker"
    )
  }

  @Test("An array is changed in place")
  func changedInPlace() throws {
    let expansion = Expansion(
      of: """
        @Model
        final class Recipe {
          var steps: [Step] = []
          init() {}
        }
        """
    )
    #expect(
      try expansion.member("steps").contains(
        #"""
          _modify {
            Perennial._Model.willRead(self, \.steps)
            var value = _$s_steps._lend(self, _$Properties.steps)
            defer {
              Perennial._Model.willSet(self, \.steps, _$Properties.steps)
              Perennial._Model.didSet(self, \.steps, _$Properties.steps, _$s_steps.replace(value))
            }
            yield &value
          }
        """#)
    )
  }

  @Test(
    "Only arrays that may be of models, and have no observers, are changed in place",
    arguments: [
      ("var a: [Step]", true), ("var a: [Outer.Step]?", true), ("var a = [Step]()", true),
      ("var a: [Step] = [] { didSet {} }", false), ("var a: [String]", false),
      ("var a: [String: Step]", false), ("var a: Set<Step>", false), ("var a: Step?", false),
      ("let a: [Step]", false), ("@Transient var a: [Step] = []", false),
    ]
  )
  func isChangedInPlace(declaration: String, expected: Bool) throws {
    let expansion = Expansion(
      of: "@Model\nfinal class M {\n  \(declaration)\n  init() {}\n}")
    #expect(try expansion.member("a").contains("_modify") == expected)
  }

  @Test(
    "The slot follows the annotation, or the default value where there is none",
    arguments: [
      ("var a: Int?", "_Storage.slot(Int?.self)"),
      ("var a: [String: [Int?]]", "_Storage.slot([String: [Int?]].self)"),
      ("var a: [Photo]! = []", "_Storage.slot([Photo]?.self)"),
      ("var a: (Int) = 0", "_Storage.slot(Int.self)"),
      ("var a: Outer.Inner<Int> = .x", "_Storage.slot(Outer.Inner<Int>.self)"),
      ("var a = UUID()", "_Storage.slot(of: UUID())"),
      ("var a = [Tag]()", "_Storage.slot(of: [Tag]())"),
      ("@available(iOS, deprecated: 100000.0) var a = Kind.b", "_Storage.slot(of: Kind.b)"),
      ("@Relationship(deleteRule: .cascade) var a: [Data] = []", "_Storage.slot([Data].self)"),
      ("@Other var a: Int", "_Storage.slot(Int.self)"),
    ]
  )
  func slots(property: String, slot: String) throws {
    let expansion = Expansion(of: "@Model final class M {\n  \(property)\n  init() {}\n}")
    #expect(try expansion.member("_$s_a").hasSuffix("private var _$s_a = Perennial.\(slot)"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "Names that look special are as good as any",
    arguments: ["description", "hash", "hashValue", "id", "_id", "debugDescription"]
  )
  func names(name: String) throws {
    let expansion = Expansion(of: "@Model final class M {\n  var \(name): Int\n  init() {}\n}")
    #expect(
      try expansion.member("_$s_\(name)").hasSuffix(
        "_$s_\(name) = Perennial._Storage.slot(Int.self)"))
    let entry = #"name: "\#(name)", keypath: \M.\#(name)"#
    #expect(try expansion.member("schemaMetadata").contains(entry))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A keyword keeps its backticks except where it is a text or part of a name")
  func backticks() throws {
    let expansion = Expansion(of: "@Model final class M {\n  var `default`: Int\n  init() {}\n}")
    #expect(try expansion.member("`default`").contains(#"_Model.willRead(self, \.`default`)"#))
    #expect(
      try expansion.member("_$s_default").hasSuffix(
        "var _$s_default = Perennial._Storage.slot(Int.self)"))
    #expect(
      try expansion.member("schemaMetadata")
        .contains(#"name: "default", keypath: \M.`default`, defaultValue: nil"#)
    )
    #expect(try expansion.member("_$Properties").contains("static var `default`: Swift.Int"))
  }

  @Test(
    "What stores nothing in an object, or has its own way of storing, is left alone",
    arguments: [
      "static var a = 1",
      "class var a: Int { 1 }",
      "var a: Int { 1 }",
      "var a: Int { get { 1 } set {} }",
      "@Attribute(.ephemeral) var a: Int { get { 1 } set {} }",
      "@Transient var a: Int { 1 }",
      "@Transient lazy var a = 1",
      "lazy var a = 1",
      "@Transient let a = 1",
      "@Transient weak var a: M?",
      "@Transient @AppStorage(\"a\") var a = 1",
    ]
  )
  func untouched(property: String) throws {
    let expansion = Expansion(of: "@Model class M {\n  \(property)\n  init() {}\n}")
    #expect(!expansion.source.contains(" _$s_a ="))
    #expect(!(try expansion.member("schemaMetadata").contains(#""a""#)))
    #expect(expansion.diagnostics.isEmpty)
  }
}
