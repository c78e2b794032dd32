import Testing

extension Clients {
  @Suite("Init accessors written by hand, compiled")
  struct InitAccessorCompilationTests {
    /// A model in which `other` is computed from `raw`, and initialises its storage.
    private static func model(
      _ number: Int, raw: String, other: String, isOtherFirst: Bool, initialiser: String
    ) -> String {
      let isOptional = raw.contains("?")
      let properties = [
        "  \(raw)",
        """
          \(other) {
            @storageRestrictions(initializes: _raw, accesses: _$backingData)
            init(initialValue) {
              _raw = .init()
              _$backingData.setValue(forKey: \\.raw, to: initialValue)
            }
            get { \(isOptional && !other.contains("?") ? "raw ?? Raw()" : "raw") }
            set { raw = newValue }
          }
        """,
      ]
      return """
        @Model final class Model\(number) {
          let key: Int
          var name: String
        \((isOtherFirst ? properties.reversed() : properties).joined(separator: "\n"))
          init(_ value: Raw) {
            key = 1
            name = ""
            \(initialiser)
          }
        }
        """
    }

    @Test(
      "13.7 A property over another's storage is computed, optional or not, and either may be set")
    func shared() async throws {
      var models: [String] = []
      for (raw, other) in [
        ("var raw: Raw", "var other: Raw"), ("var raw: Raw?", "var other: Raw"),
        ("var raw: Raw?", "var other: Raw?"), ("private var raw: Raw? = nil", "var other: Raw?"),
        ("@Attribute(.externalStorage) var raw: Raw?", "var other: Raw?"),
      ] {
        for isOtherFirst in [false, true] {
          for initialiser in ["raw = value", "other = value"] {
            models.append(
              Self.model(
                models.count, raw: raw, other: other, isOtherFirst: isOtherFirst,
                initialiser: initialiser))
          }
        }
      }
      let source = """
        import Foundation
        import SwiftData

        struct Raw: Codable { var number = 0 }

        \(models.joined(separator: "\n\n"))
        """
      #expect(try await #require(ClientCompiler()).diagnostics(of: source, .swift6) == [])
    }

    @Test("13.7 A required column is set by every initialiser, also by way of another property")
    func required() async throws {
      let source = """
        import SwiftData

        struct Raw: Codable { var number = 0 }

        \(Self.model(
          0, raw: "var raw: Raw", other: "var other: Raw", isOtherFirst: false, initialiser: ""))
        """
      let found = try await #require(ClientCompiler()).diagnostics(of: source, .swift6)
      #expect(
        found.map { $0.drop { $0 != "e" } } == [
          "error: return from initializer without initializing all stored properties"
        ])
    }
  }
}
