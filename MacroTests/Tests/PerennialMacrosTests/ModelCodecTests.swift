import Testing

@Suite("Expansion of what reads and writes rows")
struct ModelCodecTests {
  private let variable = Expansion(
    of: """
      @Model
      final class Item {
        var name: String
        var tags: [Tag] = []
        init(name: String) { self.name = name }
      }
      """
  )

  private let constant = Expansion(
    of: """
      @Model
      final class Message {
        let text: String
        var author: Author?
        init(text: String) { self.text = text }
      }
      """
  )

  @Test(
    "A class of variables is initialised in place",
    arguments: [
      (
        "_$slots",
        """
        nonisolated static var _$slots: [any Perennial._Storage.Slot.Type] {
          [
            Perennial._Storage.slotType { (model: Item) in model._$s_name },
            Perennial._Storage.slotType { (model: Item) in model._$s_tags },
          ]
        }
        """
      ),
      (
        "_$canEmplace",
        """
        nonisolated static var _$canEmplace: Swift.Bool {
          true
        }
        """
      ),
      (
        "_$emplace",
        """
        nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
          Perennial._Storage.emplace(&_$s_name, &row)
          Perennial._Storage.emplace(&_$s_tags, &row)
        }
        """
      ),
      (
        "_$load",
        """
        nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
          Perennial._Storage.load(&_$s_name, &row, _$Properties.name, mask)
          Perennial._Storage.load(&_$s_tags, &row, _$Properties.tags, mask)
        }
        """
      ),
      (
        "_$bind",
        """
        nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
          Perennial._Storage.bind(_$s_name, &binder, _$Properties.name, mask)
          Perennial._Storage.bind(_$s_tags, &binder, _$Properties.tags, mask)
        }
        """
      ),
      (
        "_$visit",
        """
        nonisolated func _$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
          switch index {
          case 0: visitor.visit(&_$s_name)
          case 1: visitor.visit(&_$s_tags)
          default: break
          }
        }
        """
      ),
      (
        "init(backingData:)",
        """
        nonisolated init(backingData: any Perennial.BackingData<Item>) {
          _name = Perennial._Model.Marker()
          Perennial._Model.adopt(backingData, into: self)
        }
        """
      ),
    ]
  )
  func variables(name: String, text: String) throws {
    #expect(try variable.member(name) == text)
    #expect(!variable.source.contains("init(_$row"))
  }

  @Test(
    "A constant can only be set by an initialiser",
    arguments: [
      ("text", "let text: String"),
      (
        "_$canEmplace",
        """
        nonisolated static var _$canEmplace: Swift.Bool {
          false
        }
        """
      ),
      (
        "_$emplace",
        """
        nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
        }
        """
      ),
      (
        "_$load",
        """
        nonisolated func _$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64) {
          Perennial._Storage.skip(Perennial._Storage.slotType { (model: Message) in model._$s_text }, &row)
          Perennial._Storage.load(&_$s_author, &row, _$Properties.author, mask)
        }
        """
      ),
      (
        "_$bind",
        """
        nonisolated func _$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64) {
          Perennial._Storage.bindConstant(self.text, Perennial._Storage.slotType { (model: Message) in model._$s_text }, &binder, _$Properties.text, mask)
          Perennial._Storage.bind(_$s_author, &binder, _$Properties.author, mask)
        }
        """
      ),
      (
        "init(backingData:)",
        """
        nonisolated init(backingData: any Perennial.BackingData<Message>) {
          self.text = Perennial._Model.value(of: \\Message.text, in: backingData)
          Perennial._Model.adopt(backingData, into: self)
        }
        """
      ),
      (
        "init(_$row:)",
        """
        nonisolated init(_$row row: inout Perennial._Storage.Row) {
          self.text = Perennial._Storage.decode(Perennial._Storage.slotType { (model: Message) in model._$s_text }, &row, Message.self, _$Properties.text)
          Perennial._Storage.load(&_$s_author, &row, _$Properties.author, Swift.UInt64.max)
        }
        """
      ),
      (
        "_$make",
        """
        nonisolated static func _$make(_ row: inout Perennial._Storage.Row) -> Self? {
          Self(_$row: &row)
        }
        """
      ),
    ]
  )
  func constants(name: String, text: String) throws {
    #expect(try constant.member(name) == text)
  }

  @Test("A class without initialisers gets the one Swift would have given it")
  func implicitInitialiser() throws {
    let expansion = Expansion(of: "@Model final class M {\n  var a = 1\n  var b: Int?\n}")
    #expect(try expansion.member("init()").hasPrefix("nonisolated init()"))
    #expect(expansion.diagnostics.isEmpty)
  }
}
