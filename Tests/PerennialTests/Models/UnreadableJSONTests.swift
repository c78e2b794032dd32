import Foundation
import StoreTesting
import SwiftData
import Testing

@Model final class Quotation {
  struct Price: Codable, Equatable {
    var amount: Decimal
    var rate = 1.0
  }

  /// A value whose decoder refuses what its encoder has written.
  struct Grade: Codable, Equatable {
    var points: Int

    init(_ points: Int) { self.points = points }

    init(from decoder: any Decoder) throws {
      points = try decoder.singleValueContainer().decode(Int.self)
      if points > 6 {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no grade"))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(points)
    }
  }

  var title = ""
  var price = Price(amount: 1)
  var parts: [Decimal] = []
  var grade: Grade?
  @Attribute(.externalStorage) var draft: Price?

  init(_ title: String) { self.title = title }
}

/// Foundation writes `Decimal.nan` as `NaN`, which is no JSON. Its object was left out of all fetches afterwards.
@Suite("41/14: Values that an encoder writes and its decoder refuses")
struct UnreadableJSONTests {
  enum Kind: String, CaseIterable {
    case price, parts, grade, draft

    func spoil(_ quotation: Quotation) {
      switch self {
      case .price: quotation.price.amount = .nan
      case .parts: quotation.parts = [1, .nan]
      case .grade: quotation.grade = Quotation.Grade(7)
      case .draft: quotation.draft = Quotation.Price(amount: .nan)
      }
    }

    func mend(_ quotation: Quotation) {
      (quotation.price.amount, quotation.parts) = (2, [2])
      (quotation.grade, quotation.draft) = (Quotation.Grade(6), Quotation.Price(amount: 2))
    }

    var update: PropertyUpdate<Quotation> {
      switch self {
      case .price: .set(\.price, to: Quotation.Price(amount: .nan))
      case .parts: .set(\.parts, to: [.nan])
      case .grade: .set(\.grade, to: Quotation.Grade(7))
      case .draft: .set(\.draft, to: Quotation.Price(amount: .nan))
      }
    }
  }

  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Quotation.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func stored() throws -> [Quotation] {
    try ModelContext(container).fetch(FetchDescriptor<Quotation>())
  }

  @Test("A save names the property, and writes nothing", arguments: Kind.allCases)
  func save(_ kind: Kind) throws {
    let context = ModelContext(container)
    let quotation = Quotation("roof")
    kind.spoil(quotation)
    context.insert(quotation)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(
      error?.explanation.contains("Quotation.\(kind)") == true, "\(String(describing: error))")
    #expect(try stored().isEmpty)
    kind.mend(quotation)
    try context.save()
    quotation.title = "cellar"
    kind.spoil(quotation)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    let found = try #require(try stored().first)
    #expect(found.title == "roof")
    #expect(found.price == Quotation.Price(amount: 2) && found.parts == [2])
    #expect(found.grade == Quotation.Grade(6) && found.draft == found.price)
  }

  @Test("A batch update names the property, and changes nothing", arguments: Kind.allCases)
  func batch(_ kind: Kind) throws {
    let context = ModelContext(container)
    context.insert(Quotation("roof"))
    try context.save()
    let error = #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.update(
        model: Quotation.self, setting: [.set(\.title, to: "cellar"), kind.update])
    }
    #expect(
      error?.explanation.contains("Quotation.\(kind)") == true, "\(String(describing: error))")
    #expect(try stored().map(\.title) == ["roof"])
  }

  @Test(
    "Numbers that JSON lacks are stored, if the decoder has them",
    arguments: [Double.infinity, -.infinity, .nan])
  func numbers(rate: Double) throws {
    let context = ModelContext(container)
    let quotation = Quotation("roof")
    quotation.price.rate = rate
    context.insert(quotation)
    try context.save()
    let found = try #require(try stored().first?.price.rate)
    #expect(found == rate || found.isNaN && rate.isNaN)
  }
}
