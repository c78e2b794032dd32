import Testing

@Suite("Expansion of transient properties")
struct TransientPropertyTests {
  private let expansion = Expansion(
    of: """
      @Model
      final class Editor {
        var text: String
        @Transient var cache = Cache<Key>()
        @Transient var selection: Int?
        init(text: String) { self.text = text }
      }
      """
  )

  @Test("The getter supplies the default that an object from the store never got")
  func accessors() throws {
    #expect(
      try expansion.member("cache") == #"""
        var cache {
          @storageRestrictions(accesses: _$s_cache, initializes: _cache)
          init(initialValue) {
            _$s_cache.initialize(initialValue)
            _cache = Perennial._Model.Marker()
          }
          get {
            Perennial._Model.willRead(self, \.cache)
            if let value = _$s_cache.value { return value }
            let value = Cache<Key>()
            _$s_cache.value = value
            return value
          }
          set {
            Perennial._Model.willSetTransient(self, \.cache)
            _$s_cache.value = newValue
            Perennial._Model.didSetTransient(self, \.cache)
          }
        }
        """#
    )
    #expect(try expansion.member("selection").contains("let value: Int? = nil"))
  }

  @Test("The storage is a slot of another kind")
  func storage() throws {
    #expect(
      try expansion.member("_$s_cache").hasSuffix(
        "= Perennial._Storage.transientSlot(of: Cache<Key>())")
    )
    #expect(
      try expansion.member("_$s_selection").hasSuffix(
        "= Perennial._Storage.transientSlot(Int?.self)")
    )
  }

  @Test("It is emptied when an object is made from a row, and is no column")
  func codec() throws {
    #expect(
      try expansion.member("_$emplace") == """
        nonisolated func _$emplace(_ row: inout Perennial._Storage.Row) {
          Perennial._Storage.emplace(&_$s_text, &row)
          Perennial._Storage.emplaceEmpty(&_$s_cache)
          Perennial._Storage.emplaceEmpty(&_$s_selection)
        }
        """
    )
    #expect(!(try expansion.member("_$bind").contains("cache")))
    #expect(!(try expansion.member("schemaMetadata").contains("cache")))
  }
}
