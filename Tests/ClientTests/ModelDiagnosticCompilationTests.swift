import Testing

extension Clients {
  @Suite("Errors of models, compiled")
  struct ModelDiagnosticCompilationTests {
    private let type =
      "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"

    @Test(
      "13.26 A property that no column holds is one error, and so is a declaration that is no class"
    )
    func refusals() async throws {
      let source = """
        import Foundation
        import SwiftData

        struct Machine {}

        @Model final class Workshop {
          var name: String
          var machine: Machine
          var spare: Machine?
          var machines: [Machine] = []
          var newest = Machine()
          let first: Machine
          @Attribute(.externalStorage) var large: Machine
          @Attribute(.externalStorage) var larger = Machine()
          @Transient var idle = Machine()

          init(name: String) {
            self.name = name
            machine = Machine()
            first = Machine()
            large = Machine()
          }
        }

        @Model class Hall {
          let machine: Machine
          init() { machine = Machine() }
        }

        @Model final class LargeHall: Hall {
          let other: Machine
          init(other: Machine) {
            self.other = other
            super.init()
          }
        }

        @Model enum Season { case spring, autumn }
        @Model enum Month {}
        @Model struct Day {}
        @Model actor Clock {}

        let season = Season.spring
        """
      #expect(
        try await #require(ClientCompiler()).diagnostics(of: source, .swift6) == [
          "8 error: 'slot' is unavailable: \(type)",
          "9 error: 'slot' is unavailable: \(type)",
          "10 error: 'slot' is unavailable: \(type)",
          "11 error: 'slot(of:)' is unavailable: \(type)",
          "12 error: 'slot' is unavailable: \(type)",
          "13 error: 'externalSlot' is unavailable: \(type)",
          "14 error: 'externalSlot(of:)' is unavailable: \(type)",
          "26 error: 'slot' is unavailable: \(type)",
          "31 error: 'slot' is unavailable: \(type)",
          "38 error: '@Model' needs a class, but this is an 'enum' (from macro 'Model ')",
          "39 error: '@Model' needs a class, but this is an 'enum' (from macro 'Model ')",
          "40 error: '@Model' needs a class, but this is a 'struct' (from macro 'Model ')",
          "41 error: '@Model' needs a class, but this is an 'actor' (from macro 'Model ')",
        ])
    }

    /// The compiler reads the arguments of both attributes before any macro is expanded.
    @Test("13.26 An inverse on both sides is refused by the compiler, at the attribute")
    func inverses() async throws {
      let source = #"""
        import SwiftData

        @Model final class Owner {
          @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
          init() {}
        }

        @Model final class Pet {
          @Relationship(inverse: \Owner.pets) var owner: Owner?
          init() {}
        }
        """#
      #expect(
        try await #require(ClientCompiler()).diagnostics(of: source, .swift6) == [
          "4 error: circular reference resolving attached macro 'Relationship'",
          "4 error: unknown attribute 'Relationship'",
        ])
    }

    /// The compiler refuses the attribute before any macro is expanded, and no macro can take it away.
    @Test("13.15 A name for Objective-C is written where there is Objective-C")
    func objectiveC() async throws {
      let source = """
        import Foundation
        import SwiftData

        #if canImport(ObjectiveC)
        @objc(Basket)
        #endif
        @Model final class Basket {
          var name = ""
          init() {}
        }
        """
      let compiler = try #require(ClientCompiler())
      #expect(try await compiler.diagnostics(of: source, .swift6) == [])
      #if !canImport(ObjectiveC)
      let unconditional = source.replacing("#if canImport(ObjectiveC)\n", with: "\n")
        .replacing("#endif\n", with: "\n")
      #expect(
        try await compiler.diagnostics(of: unconditional, .swift6) == [
          "5 error: Objective-C interoperability is disabled"
        ])
      #endif
    }
  }
}
