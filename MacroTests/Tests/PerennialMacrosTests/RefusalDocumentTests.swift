import Foundation
import SwiftDiagnostics
import Testing

@testable import MacrosUnderTest

@Suite("Refusals in the documentation")
struct RefusalDocumentTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// A message of each kind, for a class `Trip` and its property `start`.
  private static let messages: [ModelMessage] = [
    .notAClass(keyword: "struct"),
    .noInitialiser(className: "Trip", property: "start"),
    .untyped(property: "start"),
    .constantWithDefault(property: "start"),
    .transientWithoutDefault(property: "start"),
    .severalBindings,
    .pattern,
    .unsupportedType(property: "start", kind: "a tuple"),
    .weak(property: "start", modifier: "weak"),
    .conditional(property: "start"),
    .reserved(property: "isDeleted"),
    .unnameable(property: "Type"),
    .storageTaken(property: "start", storage: "_start"),
    .uniqueAndTransient(property: "start"),
    .attributeAndRelationship(property: "start"),
    .modelCounts(minimum: 2, maximum: 1),
    .notAProperty(marker: "Attribute"),
    .outsideModel(marker: "Attribute", kind: "struct"),
    .notAnActor(keyword: "class"),
    .queryOutsideType,
    .queryShared(property: "trips", modifier: "static"),
    .queryWithoutType(property: "trips"),
    .queryWithValue(property: "trips"),
  ]

  @Test("13.26 Compatibility.md lists every refusal of the macros")
  func refusals() throws {
    let source = try Self.text("Sources/PerennialMacros/ModelMessage.swift")
    let declaration = source.prefix(
      upTo: source.firstRange(of: "\n}")?.lowerBound ?? source.endIndex)
    let cases = declaration.matches(of: #/\n  case (\w+)/#).map { String($0.1) }
    #expect(!cases.isEmpty)
    let identifiers = cases.map { MessageID(domain: "Perennial", id: $0) }
    #expect(Set(Self.messages.map(\.diagnosticID)) == Set(identifiers))

    let document = try Self.text("Documentation/Compatibility.md")
    for message in Self.messages {
      #expect(document.contains("`\(message.message)`"), "\(message.message)")
    }
  }
}
