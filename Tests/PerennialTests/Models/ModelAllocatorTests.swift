import PerennialRuntime
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

/// The standard library's own question for an instance's size; `ManagedBuffer` asks it.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func positiveExtentSize(_ type: AnyClass) -> Int

private final class TwoWords {
  var first: Int = 1
  var second: Int = 2
}

private final class Odd {
  var word: Int = 1
  var byte: UInt8 = 2
}

private final class Text {
  var text: String = "t"
  var list: [Int] = []
}

/// Objects that come from rows are allocated by Swift's runtime and initialised in place. These
/// tests would notice if the runtime changed what that relies on.
@Suite("Objects without an initialiser", .serialized)
struct ModelAllocatorTests {
  private func sizeInMetadata(_ type: AnyClass) -> Int {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    #if canImport(Darwin)
    let offset = 48
    #else
    let offset = 24
    #endif
    return Int(metadata.load(fromByteOffset: offset, as: UInt32.self))
  }

  @Test("A class's metadata says how large its instances are")
  func instanceSizes() {
    #expect(sizeInMetadata(TwoWords.self) == 32)
    #expect(sizeInMetadata(Odd.self) == 25)
    #expect(sizeInMetadata(Text.self) == 40)
    let types: [AnyClass] = [
      TwoWords.self, Odd.self, Text.self, ScalarSpecimen.self, OptionalSpecimen.self,
      CodableSpecimen.self, Mayfly.self, Wide.self, Author.self, Book.self,
    ]
    for type in types {
      #expect(sizeInMetadata(type) == positiveExtentSize(type), "\(type)")
    }
  }

  @Test("An allocated object has its class, one owner, and only zeros")
  func freshObject() throws {
    for type in [TwoWords.self, Odd.self, Text.self] as [AnyClass] {
      let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
      let memory = try #require(perennial_allocate_object(metadata))
      #expect(UInt(bitPattern: memory) % 16 == 0)
      #expect(memory.load(as: UnsafeRawPointer.self) == metadata)
      let body = UnsafeRawBufferPointer(
        start: memory + 16,
        count: positiveExtentSize(type) - 16
      )
      #expect(body.allSatisfy { $0 == 0 })
      if type == TwoWords.self {
        var object = Unmanaged<TwoWords>.fromOpaque(memory).takeRetainedValue()
        #expect(isKnownUniquelyReferenced(&object))
        #expect(object.first == 0)
        object.second = 7
        #expect(object.second == 7)
      } else {
        // Zeroed memory is a valid empty value for these, so that the object may die.
        if type == Text.self {
          Unmanaged<Text>.fromOpaque(memory).takeUnretainedValue().withEmptyValues()
        }
        Unmanaged<AnyObject>.fromOpaque(memory).release()
      }
    }
  }

  @Test("The header of a native object has two words")
  func headerSize() {
    let object = TwoWords()
    let memory = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    #expect(memory.load(fromByteOffset: 16, as: Int.self) == 1)
    #expect(memory.load(fromByteOffset: 24, as: Int.self) == 2)
    withExtendedLifetime(object) {}
  }

  @Test("Models without constants are emplaced, the others go through an initialiser")
  func whichModels() {
    #expect(ScalarSpecimen._$canEmplace)
    #expect(OptionalSpecimen._$canEmplace)
    #expect(CodableSpecimen._$canEmplace)
    #expect(Author._$canEmplace)
    #expect(Mayfly._$canEmplace)
    #expect(!Sealed._$canEmplace)
  }

  @Test("An object from the store has one owner besides nobody")
  func ownership() throws {
    let container = try curiosityContainer()
    let writer = ModelContext(container)
    writer.insert(Mayfly(name: "n"))
    try writer.save()
    let context = ModelContext(container)
    var model = try #require(try context.fetch(FetchDescriptor<Mayfly>()).first)
    #expect(isKnownUniquelyReferenced(&model))
  }

  @Test("deinit of the class runs for every object, and values are released")
  func deinitialisation() throws {
    let container = try curiosityContainer()
    let writer = ModelContext(container)
    for number in 0..<10 { writer.insert(Mayfly(name: "\(number)")) }
    try writer.save()
    // Others do not make mayflies in great numbers.
    let tokens = CountedDefault.alive.load(ordering: .relaxed)
    let died = Mayfly.died.load(ordering: .relaxed)
    for _ in 0..<100 {
      let models = try ModelContext(container).fetch(FetchDescriptor<Mayfly>())
      for model in models {
        model.maybe = CountedDefault()
        _ = model.token
      }
    }
    #expect(CountedDefault.alive.load(ordering: .relaxed) - tokens < 100)
    #expect(Mayfly.died.load(ordering: .relaxed) - died >= 1000)
  }

  @Test("Objects with properties of every kind come and go a thousand times")
  func everyKind() throws {
    let container = try specimenContainer()
    let writer = ModelContext(container)
    let codable = CodableSpecimen()
    codable.texts = AttributeTypeTests.strings
    codable.place = CodableAttributeTests.places[1]
    writer.insert(codable)
    let optional = OptionalSpecimen()
    optional.string = "a string that is too long to be stored in place"
    optional.data = Data(repeating: 1, count: 100)
    optional.list = [1]
    writer.insert(optional)
    writer.insert(ScalarSpecimen())
    try writer.save()
    for _ in 0..<1000 {
      let context = ModelContext(container)
      let first = try #require(try context.fetch(FetchDescriptor<CodableSpecimen>()).first)
      #expect(first.place == CodableAttributeTests.places[1])
      let second = try #require(try context.fetch(FetchDescriptor<OptionalSpecimen>()).first)
      #expect(second.data?.count == 100)
      second.string = nil
      second.list?.append(2)
      _ = try context.fetch(FetchDescriptor<ScalarSpecimen>())
    }
  }
}

extension Text {
  /// Gives the object values over memory that never had any.
  fileprivate func withEmptyValues() {
    withUnsafeMutablePointer(to: &text) { $0.initialize(to: "") }
    withUnsafeMutablePointer(to: &list) { $0.initialize(to: []) }
  }
}
