import Testing

@Suite("Expansion of queries")
struct QueryMacroTests {
  @Test("A query beside the property, made with the same arguments")
  func expansion() {
    let expansion = Expansion(
      of:
        "struct Menu {\n  @Query(filter: #Predicate { $0.isOpen }, sort: \\.name) var all: [Dish]\n}"
    )
    #expect(
      expansion.source == #"""
        struct Menu {
          var all: [Dish] {
            get { _all.wrappedValue }
          }

          private var _all: PerennialUI.Query<Dish, [Dish]> = .init(filter: #Predicate { $0.isOpen }, sort: \.name)
        }
        """#
    )
  }

  @Test(
    "The model is told by the type, or found by the compiler",
    arguments: [
      ("[Dish]", "Dish, [Dish]"), ("Array<Kitchen.Dish>", "Kitchen.Dish, Array<Kitchen.Dish>"),
      ("SectionedResults<Dish, String>", "Dish, SectionedResults<Dish, String>"),
      ("Dishes", "_, Dishes"), ("([Dish])", "Dish, [Dish]"),
    ]
  )
  func types(_ type: String, _ arguments: String) {
    let expansion = Expansion(of: "struct Menu {\n  @Query var all: \(type)\n}")
    #expect(
      expansion.source.contains("private var _all: PerennialUI.Query<\(arguments)> = .init()")
    )
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "What cannot be a query is refused",
    arguments: [
      ("@Query let all: [Dish]", "'@Query' belongs on a 'var' of a view"),
      ("@Query func all() {}", "'@Query' belongs on a 'var' of a view"),
      ("@Query var all: [Dish] { [] }", "'@Query' belongs on a 'var' of a view"),
      (
        "@Query static var all: [Dish]", "'all' cannot be 'static': a query belongs to a view"
      ),
      ("@Query var all", "'all' needs the type of its results, such as '[Recipe]'"),
      ("@Query var all: [Dish] = []", "'all' gets its value from its query"),
    ]
  )
  func refused(_ source: String, _ message: String) {
    let expansion = Expansion(of: "struct Menu {\n  \(source)\n}")
    #expect(expansion.diagnostics.contains { $0.hasSuffix("error: \(message)") })
  }
}
