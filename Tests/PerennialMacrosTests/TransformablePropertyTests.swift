import Testing

@Suite("Expansion of transformable properties")
struct TransformablePropertyTests {
  private let expansion = Expansion(
    of: """
      @Model
      public final class Swatch {
        @Attribute(.externalStorage, .transformable(by: TintTransformer.self)) var tint: Tint?
        @Attribute(.transformable(by: "Tint")) var shade: Tint
        @Attribute(.unique) var name: String
        @Attribute(.externalStorage) var photo: Data?
        init(name: String) { self.name = name }
      }
      """
  )

  @Test(
    "The slot is told its transformer by a type of its own",
    arguments: [
      (
        "_$Transformers",
        """
        public nonisolated enum _$Transformers {
          public enum tint: Perennial._TransformerSource {
            public static var _option: Perennial.Schema.Attribute.Option {
              .transformable(by: TintTransformer.self)
            }
          }
          public enum shade: Perennial._TransformerSource {
            public static var _option: Perennial.Schema.Attribute.Option {
              .transformable(by: "Tint")
            }
          }
        }
        """
      ),
      (
        "_$slots",
        """
        public nonisolated static var _$slots: [any Perennial._Slot.Type] {
          [
            Swift.type(of: Perennial._externalSlot(Tint?.self, _$Transformers.tint.self)),
            Swift.type(of: Perennial._transformableSlot(Tint.self, _$Transformers.shade.self)),
            Swift.type(of: Perennial._slot(String.self)),
            Swift.type(of: Perennial._externalSlot(Data?.self)),
          ]
        }
        """
      ),
    ]
  )
  func members(_ name: String, _ expected: String) throws {
    #expect(try expansion.member(name) == expected)
  }
}
