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
          @storageRestrictions(accesses: _cache, initializes: _$m_cache)
          init(initialValue) {
            _cache.initialize(initialValue)
            _$m_cache = Perennial._Marker()
          }
          get {
            Perennial._willRead(self, \.cache)
            if let value = _cache.value {
              return value
            }
            let value = Cache<Key>()
            _cache.value = value
            return value
          }
          set {
            Perennial._willSetTransient(self, \.cache)
            _cache.value = newValue
            Perennial._didSetTransient(self, \.cache)
          }
        }
        """#
    )
    #expect(try expansion.member("selection").contains("let value: Int? = nil"))
  }

  @Test("The storage is a slot of another kind")
  func storage() throws {
    #expect(
      try expansion.member("_cache").hasSuffix("= Perennial._transientSlot(of: Cache<Key>())")
    )
    #expect(
      try expansion.member("_selection").hasSuffix("= Perennial._transientSlot(Int?.self)")
    )
  }

  @Test("It is emptied when an object is made from a row, and is no column")
  func codec() throws {
    #expect(
      try expansion.member("_$emplace") == """
        nonisolated func _$emplace(_ row: inout Perennial._Row) {
          Perennial._emplace(&_text, &row)
          Perennial._emplaceEmpty(&_cache)
          Perennial._emplaceEmpty(&_selection)
        }
        """
    )
    #expect(!(try expansion.member("_$bind").contains("cache")))
    #expect(!(try expansion.member("schemaMetadata").contains("cache")))
  }
}
