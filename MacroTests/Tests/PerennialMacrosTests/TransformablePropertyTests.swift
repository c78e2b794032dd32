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
          public enum tint: Perennial._Storage.TransformerSource {
            public static var _option: Perennial.Schema.Attribute.Option {
              Perennial._Model.unisolated { .transformable(by: TintTransformer.self) }
            }
          }
          public enum shade: Perennial._Storage.TransformerSource {
            public static var _option: Perennial.Schema.Attribute.Option {
              Perennial._Model.unisolated { .transformable(by: "Tint") }
            }
          }
        }
        """
      ),
      (
        "_$slots",
        """
        public nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
          [
            Perennial._Storage.slotType { (model: Swatch) in model._$s_tint },
            Perennial._Storage.slotType { (model: Swatch) in model._$s_shade },
            Perennial._Storage.slotType { (model: Swatch) in model._$s_name },
            Perennial._Storage.slotType { (model: Swatch) in model._$s_photo },
          ]
        }
        """
      ),
    ]
  )
  func members(_ name: String, _ expected: String) throws {
    #expect(try expansion.member(name) == expected)
  }

  @Test(
    "The slot is chosen by the options and the type",
    arguments: [
      ("tint", "_Storage.externalSlot(Tint?.self, _$Transformers.tint.self)"),
      ("shade", "_Storage.transformableSlot(Tint.self, _$Transformers.shade.self)"),
      ("name", "_Storage.slot(String.self)"),
      ("photo", "_Storage.externalSlot(Data?.self)"),
    ])
  func slots(property: String, slot: String) throws {
    #expect(try expansion.member("_$s_\(property)").hasSuffix("= Perennial.\(slot)"))
  }
}
