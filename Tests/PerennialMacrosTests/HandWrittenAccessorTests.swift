import Testing

@Suite("Accessors written against the backing data")
struct HandWrittenAccessorTests {
  private let expansion = Expansion(
    of: #"""
      @Model
      final class Cell {
        @Attribute(.externalStorage) var payload: Payload? {
          @storageRestrictions(initializes: _payload, accesses: _$backingData)
          init(initialValue) {
            _payload = .init()
            _$backingData.setValue(forKey: \.payload, to: initialValue)
          }
          get { getValue(forKey: \.payload) }
          set { setValue(forKey: \.payload, to: newValue) }
        }
        init(payload: Payload?) { self.payload = payload }
      }
      """#
  )

  @Test("The property is a column with a slot, and keeps its accessors")
  func column() throws {
    #expect(
      try expansion.member("_payload").hasSuffix(
        "_payload = Perennial._externalSlot(Payload?.self)"))
    #expect(try expansion.member("payload").contains("_payload = .init()"))
    #expect(!expansion.source.contains("_$m_payload"))
    #expect(try expansion.member("schemaMetadata").contains(#"keypath: \Cell.payload"#))
  }

  @Test("What the accessors left behind is moved to the slots before these are used")
  func settling() throws {
    #expect(
      try expansion.member("_$backingData").hasSuffix("= Perennial._InitialValues<Cell>()")
    )
    #expect(try expansion.member("_$storage").hasSuffix("= Perennial._ModelHeader()"))
    for member in ["_$bind", "_$visit"] {
      #expect(try expansion.member(member).contains("Perennial._settle(self, &_$backingData)"))
    }
    #expect(try expansion.member("_$emplace").contains("_emplaceEmpty(&_$backingData)"))
  }
}
