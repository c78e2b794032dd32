import Foundation
import SwiftSyntaxMacros
import Testing

@testable import MacrosUnderTest

@Suite("Expansions are as their macros write them")
struct PreformattedMacroTests {
  private static let macros: [any Macro.Type] = [
    PersistentModelMacro.self, PersistedPropertyMacro.self, PersistedStorageMacro.self,
    ObservedTransientPropertyMacro.self, AttributePropertyMacro.self,
    RelationshipPropertyMacro.self, TransientPropertyMacro.self, UniqueConstraintsMacro.self,
    IndexMacro.self, MergeRuleMacro.self, PersistentModelActorMacro.self, QueryMacro.self,
  ]

  @Test("SwiftSyntax formats no expansion of the plug-in")
  func preformatted() throws {
    for macro in Self.macros { #expect(macro.formatMode == .disabled, "\(macro)") }
    let plugin = URL(filePath: #filePath).appending(
      path: "../../../../Sources/PerennialMacros/Plugin.swift")
    let source = try String(contentsOf: plugin.standardized, encoding: .utf8)
    let provided = source.matches(of: #/(\w+)\.self/#).map { String($0.1) }
    #expect(Set(provided) == Set(Self.macros.map { "\($0)" }))
  }

  @Test("Each line of an accessor is indented once more in its property, an empty one is not")
  func indentation() {
    #expect("a\n\n  b".indented == "  a\n\n    b")
  }

  @Test("The default of a transient property keeps the lines of its text")
  func multilineText() throws {
    let expansion = Expansion(
      of: #"""
        @Model
        final class Note {
          @Transient var hint: String = """
            first

              second
            """
          init() {}
        }
        """#
    )
    #expect(
      try expansion.member("hint").contains(
        #"""
            let value: String = """
                first

                  second
                """
            _$s_hint.value = value
        """#))
  }

  @Test("The compiler's braces and the accessors are on lines of their own")
  func accessorBlock() {
    let expansion = Expansion(of: "@Model final class M {\n  var a: Int\n  init() {}\n}")
    let lines = expansion.source.split(separator: "\n")
    for line in ["  var a: Int {", "    init(initialValue) {", "    get {", "    set {"] {
      #expect(lines.contains { $0 == line }, "\(line) in\n\(expansion.source)")
    }
  }
}
