import Foundation
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
      try expansion.member("_$s_payload").hasSuffix(
        "_$s_payload = Perennial._Storage.externalSlot(Payload?.self)"))
    #expect(try expansion.member("_payload").hasSuffix("_payload: Perennial._Model.Marker"))
    #expect(try expansion.member("payload").contains("_payload = .init()"))
    #expect(try expansion.member("schemaMetadata").contains(#"keypath: \Cell.payload"#))
  }

  @Test("What the accessors left behind is moved to the slots before these are used")
  func settling() throws {
    #expect(
      try expansion.member("_$backingData").hasSuffix("= Perennial._Model.InitialValues<Cell>()")
    )
    #expect(try expansion.member("_$storage").hasSuffix("= Perennial._Model.Header()"))
    for member in ["_$bind", "_$visit"] {
      #expect(
        try expansion.member(member).contains("Perennial._Model.assign(self, &_$backingData)"))
    }
    #expect(try expansion.member("_$emplace").contains("_Storage.emplaceEmpty(&_$backingData)"))
  }

  private let shared = Expansion(
    of: #"""
      @Model
      final class Parcel {
        let number: Int
        var data: Data {
          didSet { weigh() }
        }
        var contents: Contents {
          @storageRestrictions(initializes: _data, accesses: _$backingData)
          init(initialValue) {
            _data = .init()
            _$backingData.setValue(forKey: \.data, to: initialValue.data)
          }
          get { Contents(data) }
          set { data = newValue.data }
        }
        init(contents: Contents) { self.contents = contents; number = 1 }
      }
      """#
  )

  @Test("13.7 A property over the storage of another is computed, and no column")
  func computed() throws {
    let metadata = try shared.member("schemaMetadata")
    #expect(metadata.contains(#"name: "data""#))
    #expect(!metadata.contains("contents"))
    #expect(!shared.source.contains("_contents"))
    #expect(!shared.source.contains("_$s_contents"))
    #expect(shared.diagnostics.isEmpty)
  }

  @Test("13.7 The column whose storage it initialises takes the value over before it is used")
  func taking() throws {
    let data = try shared.member("data")
    #expect(data.contains("@storageRestrictions(accesses: _$s_data, initializes: _data)"))
    let settling = "Perennial._Model.assign(self, &_$backingData)"
    #expect(data.components(separatedBy: settling).count == 3)
    #expect(try shared.member("_$bind").contains(settling))
    #expect(!(try expansion.member("schemaMetadata").contains(settling)))
  }

  @Test("13.7 A row replaces what defaults have left")
  func rows() throws {
    let row = try shared.member("init(_$row:)")
    #expect(row.contains("_$backingData = Perennial._Model.InitialValues()"))
    #expect(!(try shared.member("init(backingData:)").contains("_Model.InitialValues")))
  }
}
