import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("History tokens")
struct HistoryTokenTests {
  private func save(_ names: String..., in context: ModelContext) throws -> DefaultHistoryToken {
    for name in names { context.insert(Voyage(name)) }
    try context.save()
    return try #require(try context.history().last?.token)
  }

  @Test("A token goes through JSON and finds what came after it", arguments: Place.allCases)
  func coding(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let token = try save("A", in: context)
      let data = try JSONEncoder().encode(token)
      let decoded = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
      #expect(decoded == token)
      #expect(decoded.hashValue == token.hashValue)
      #expect(decoded.tokenValue == token.tokenValue)
      #expect(decoded.storeIdentifier == token.storeIdentifier)
      #expect(try context.history(after: decoded).isEmpty)
      let later = try save("B", in: context)
      #expect(later > decoded)
      #expect(later >= decoded)
      #expect(decoded <= decoded)
      #expect(try context.history(after: decoded).map(\.token) == [later])
    }
  }

  @Test("Tokens of two stores are neither less nor greater nor equal")
  func strangers() throws {
    try Place.memory.with(Voyage.self) { one in
      try Place.memory.with(Voyage.self) { two in
        let left = try save("A", in: ModelContext(one))
        let right = try save("A", in: ModelContext(two))
        #expect(left.id == right.id)
        #expect(left != right)
        #expect(!(left < right) && !(left > right) && !(left <= right) && !(left >= right))
      }
    }
  }

  @Test("A token of another store is refused", arguments: Place.allCases)
  func otherStore(place: Place) throws {
    try place.with(Voyage.self) { one in
      try place.with(Voyage.self) { two in
        let token = try save("A", in: ModelContext(one))
        let context = ModelContext(two)
        _ = try save("B", in: context)
        let error = try refusal { _ = try context.history(after: token) }
        #expect(error == .historyTokenExpired)
        #expect(error.explanation.contains(token.storeIdentifier))
        let upTo = HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token <= token })
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(upTo) }
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.deleteHistory(upTo) }
        #expect(try context.history().count == 1)
      }
    }
  }

  @Test("A token expires when what comes after it is deleted", arguments: Place.allCases)
  func expiry(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let tokens = try ["A", "B", "C", "D"].map { try save($0, in: context) }
      let third = tokens[2]
      try context.deleteHistory(
        HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token <= third }))
      #expect(try context.history().map(\.token) == [tokens[3]])
      for token in tokens[...1] {
        let error = try refusal { _ = try context.history(after: token) }
        #expect(error == .historyTokenExpired)
        #expect(error.explanation.contains("\(token.id)"))
      }
      #expect(try context.history(after: tokens[2]).map(\.token) == [tokens[3]])
      #expect(try context.history(after: tokens[3]).isEmpty)
    }
  }

  @Test("Numbers are never given twice", arguments: Place.allCases)
  func numbers(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let first = try save("A", in: context)
      let second = try save("B", in: context)
      try context.deleteHistory(HistoryDescriptor<Transaction>())
      #expect(try context.history().isEmpty)
      #expect(try context.history(after: second).isEmpty)
      #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: first) }
      let third = try save("C", in: context)
      #expect(third > second)
      #expect(try context.history(after: second).map(\.token) == [third])
    }
  }

  @Test("Erasing a store ends its history", arguments: Place.allCases)
  func erasure(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = ModelContext(container)
      let token = try save("A", in: context)
      try container.erase()
      #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: token) }
      let all = try context.history()
      #expect(all.map(\.isErasure) == [true])
      #expect(all.flatMap(\.changes).isEmpty)
      let erasure = try #require(all.first?.token)
      let next = try save("B", in: context)
      #expect(try context.history(after: erasure).map(\.token) == [next])
    }
  }

  @Test("A token from after the present is refused: the file was put back")
  func future() throws {
    let directory = try ScratchDirectory()
    let (url, copy) = (directory.file("a.store"), directory.file("b.store"))
    func context(_ url: URL) throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Voyage.self, configurations: ModelConfiguration(url: url)))
    }
    let early = try save("A", in: context(url))
    try RawDatabase(url).run("VACUUM INTO '\(copy.path)'")
    let late = try save("B", in: context(url))
    let restored = try context(copy)
    #expect(try restored.history(after: early).isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) { try restored.history(after: late) }
  }
}
