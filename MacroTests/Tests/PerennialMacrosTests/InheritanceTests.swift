import Testing

@Suite("Expansion of classes that inherit")
struct InheritanceTests {
  private let root = Expansion(
    of: """
      @Model
      class Animal {
        var name: String
        init(name: String) { self.name = name }
      }
      """
  )

  private let subclass = Expansion(
    of: """
      @Model
      final class Dog: Animal {
        var trick: String
        let born: Date
        init(trick: String) { self.trick = trick; born = Date(); super.init(name: "") }
      }
      """,
    specs: subclassSpecs
  )

  @Test("What a subclass overrides is not static, and its initialisers are required")
  func overridableMembers() throws {
    let source = root.source
    #expect(source.contains("nonisolated class var schemaMetadata:"))
    #expect(source.contains("nonisolated class var _$slots:"))
    #expect(source.contains("final nonisolated var _$header:"))
    let required = [
      "(backingData: any Perennial.BackingData<Animal>)",
      "(_$row row: inout Perennial._Storage.Row)",
    ]
    for signature in required {
      #expect(source.contains("required nonisolated init\(signature)"))
    }
    #expect(source.contains("typealias _$Root = Animal"))
  }

  @Test(
    "A subclass adds to what it inherits",
    arguments: [
      (
        "_$slots",
        """
        override nonisolated class var _$slots: [any Perennial._Storage.Slot.Type] {
          super._$slots + [
            Perennial._Storage.slotType { (model: Dog) in model._$s_trick },
            Perennial._Storage.slotType { (model: Dog) in model._$s_born },
          ]
        }
        """
      ),
      (
        "_$Properties",
        """
        nonisolated enum _$Properties {
          @inline(__always) static var trick: Swift.Int { Animal._$slots.count + 0 }
          @inline(__always) static var born: Swift.Int { Animal._$slots.count + 1 }
        }
        """
      ),
      (
        "_$canEmplace",
        """
        override nonisolated class var _$canEmplace: Swift.Bool {
          super._$canEmplace && false
        }
        """
      ),
      (
        "_$load",
        """
        override nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
          super._$load(&row, mask)
          Perennial._Storage.descend(&row)
          Perennial._Storage.load(&_$s_trick, &row, _$Properties.trick, mask)
          Perennial._Storage.skip(Perennial._Storage.slotType { (model: Dog) in model._$s_born }, &row)
        }
        """
      ),
      (
        "init(backingData:)",
        """
        required nonisolated init(backingData: any Perennial.BackingData<_$Root>) {
          _trick = Perennial._Model.Marker()
          self.born = Perennial._Model.value(of: \\Dog.born, in: backingData)
          super.init(backingData: backingData)
        }
        """
      ),
      (
        "init(_$row:)",
        """
        required nonisolated init(_$row row: inout Perennial._Storage.Row) {
          _trick = Perennial._Model.Marker()
          var own = Perennial._Storage.row(&row, after: Animal._$slots)
          Perennial._Storage.load(&_$s_trick, &own, _$Properties.trick, Swift.UInt64.max)
          self.born = Perennial._Storage.decode(Perennial._Storage.slotType { (model: Dog) in model._$s_born }, &own, Dog.self, _$Properties.born)
          super.init(_$row: &row)
          Perennial._Storage.rejoin(&row, own)
        }
        """
      ),
    ]
  )
  func subclassMembers(name: String, text: String) throws {
    #expect(try subclass.member(name) == text)
  }

  @Test("Key paths to inherited properties come from the superclass")
  func keyPaths() throws {
    #expect(
      try root.member("_$keyPaths") == """
        nonisolated static func _$keyPaths<_Subclass: Animal>(
          of type: _Subclass.Type
        ) -> [Swift.AnyKeyPath] {
          Perennial._Model.unisolated {
            [
              \\_Subclass.name,
            ]
          }
        }
        """)
    #expect(try root.member("_$inheritedKeyPaths").contains("nonisolated class var"))
    #expect(
      try subclass.member("_$inheritedKeyPaths") == """
        override nonisolated class var _$inheritedKeyPaths: [Swift.AnyKeyPath] {
          Animal._$keyPaths(of: Dog.self)
        }
        """)
    #expect(!subclass.source.contains("func _$keyPaths"))
  }

  @Test("Header and conformances are the root's")
  func inherited() {
    #expect(!subclass.source.contains("_Model.Header"))
    #expect(subclass.extensions.isEmpty)
  }

  @Test("Only the subclass's visitor looks further up")
  func visiting() throws {
    let visit = try subclass.member("_$visit")
    #expect(visit.contains("switch index - Animal._$slots.count {"))
    #expect(visit.contains("super._$visit(index, &visitor)"))
    #expect(visit.contains("visitor.visitConstant(self.born, Perennial._Storage.slotType {"))
  }
}
