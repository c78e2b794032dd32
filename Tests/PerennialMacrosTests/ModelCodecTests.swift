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
        nonisolated static var _$slots: [any Perennial._Slot.Type] {
          [
            Swift.type(of: Perennial._slot(String.self)),
            Swift.type(of: Perennial._slot([Tag].self)),
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
        nonisolated func _$emplace(_ row: inout Perennial._Row) {
          Perennial._emplace(&_name, &row)
          Perennial._emplace(&_tags, &row)
        }
        """
      ),
      (
        "_$load",
        """
        nonisolated func _$load(_ row: inout Perennial._Row, _ mask: Swift.UInt64) {
          Perennial._load(&_name, &row, _$Properties.name, mask)
          Perennial._load(&_tags, &row, _$Properties.tags, mask)
        }
        """
      ),
      (
        "_$bind",
        """
        nonisolated func _$bind(_ binder: inout Perennial._Binder, _ mask: Swift.UInt64) {
          Perennial._bind(_name, &binder, _$Properties.name, mask)
          Perennial._bind(_tags, &binder, _$Properties.tags, mask)
        }
        """
      ),
      (
        "_$visit",
        """
        nonisolated func _$visit<_V: Perennial._SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V) {
          switch index {
          case 0:
            visitor.visit(&_name)
          case 1:
            visitor.visit(&_tags)
          default:
            break
          }
        }
        """
      ),
      (
        "init(backingData:)",
        """
        nonisolated init(backingData: any Perennial.BackingData<Item>) {
          _$m_name = Perennial._Marker()
          Perennial._adopt(backingData, into: self)
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
        nonisolated func _$emplace(_ row: inout Perennial._Row) {
        }
        """
      ),
      (
        "_$load",
        """
        nonisolated func _$load(_ row: inout Perennial._Row, _ mask: Swift.UInt64) {
          Perennial._skip(Swift.type(of: Perennial._slot(String.self)), &row)
          Perennial._load(&_author, &row, _$Properties.author, mask)
        }
        """
      ),
      (
        "_$bind",
        """
        nonisolated func _$bind(_ binder: inout Perennial._Binder, _ mask: Swift.UInt64) {
          Perennial._bindLet(self.text, Swift.type(of: Perennial._slot(String.self)), &binder, _$Properties.text, mask)
          Perennial._bind(_author, &binder, _$Properties.author, mask)
        }
        """
      ),
      (
        "init(backingData:)",
        """
        nonisolated init(backingData: any Perennial.BackingData<Message>) {
          self.text = backingData.getValue(forKey: \\.text)
          Perennial._adopt(backingData, into: self)
        }
        """
      ),
      (
        "init(_$row:)",
        """
        nonisolated init(_$row row: inout Perennial._Row) {
          self.text = Perennial._decode(Swift.type(of: Perennial._slot(String.self)), &row, Message.self, _$Properties.text)
          Perennial._load(&_author, &row, _$Properties.author, Swift.UInt64.max)
        }
        """
      ),
      (
        "_$make",
        """
        nonisolated static func _$make(_ row: inout Perennial._Row) -> Self? {
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
