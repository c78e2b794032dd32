import Foundation
@testable import Perennial
import PerennialPresets
import SwiftData

/// The models of random histories. Each has two numbers, `number` and `rank`, by which writes are followed.
enum Library {
  static let models: [any PersistentModel.Type] = [
    Page.self, Label.self, Chapter.self, Cover.self, Figure.self, Chart.self, Genre.self,
    Slot.self,
  ]

  /// The objects of a context as text, by entity and key. The order of collections is left out.
  static func dump(_ context: ModelContext) throws -> [String: String] {
    var lines: [String: String] = [:]
    func note(_ model: any Numbered, _ content: String = "") {
      lines["\(Swift.type(of: model)) \(key(of: model))"] =
        "\(model.name) \(model.number) \(model.rank) \(content)"
    }
    for page in try context.fetch(FetchDescriptor<Page>()) {
      note(
        page,
        """
        \(page.remark ?? "-") \(page.mood.rawValue) \(page.extent.width)×\(page.extent.height) \
        \(page.amount + 0) \(page.day?.timeIntervalSince1970 ?? -1) \
        \(page.picture.map { "\($0.count)/\($0.last ?? 0)" } ?? "-") in \(keys(of: page.chapter)) \
        cover \(keys(of: page.cover)) labels \(keys(of: page.labels)) figures \
        \(keys(of: page.figures)) genre \(keys(of: page.genre)) \
        \(page.sketch.map { "\($0.count)" } ?? "-")
        """)
    }
    for label in try context.fetch(FetchDescriptor<Label>()) {
      note(label, "pages \(keys(of: label.pages))")
    }
    for chapter in try context.fetch(FetchDescriptor<Chapter>()) {
      note(chapter, "pages \(keys(of: chapter.pages))")
    }
    for cover in try context.fetch(FetchDescriptor<Cover>()) {
      note(cover, "page \(keys(of: cover.page))")
    }
    for figure in try context.fetch(FetchDescriptor<Figure>()) {
      note(figure, (figure as? Chart).map { "scale \($0.scale)" } ?? "")
    }
    for genre in try context.fetch(FetchDescriptor<Genre>()) {
      note(genre, "pages \(keys(of: genre.pages))")
    }
    for slot in try context.fetch(FetchDescriptor<Slot>()) { note(slot, "at \(slot.position)") }
    return lines
  }

  /// Returns the preset with a key; nil if the context has none.
  static func preset(_ key: Int64, _ context: ModelContext) throws -> (any Numbered)? {
    func find<Model: Numbered>(_ type: Model.Type) throws -> (any Numbered)? {
      try context.fetch(FetchDescriptor<Model>()).first { Self.key(of: $0) == key && $0.isPreset }
    }
    return try find(Page.self) ?? find(Label.self) ?? find(Chapter.self) ?? find(Figure.self)
      ?? find(Cover.self) ?? find(Genre.self) ?? find(Slot.self)
  }

  /// Returns `true` if a context has a label with a key.
  static func hasLabel(_ key: Int64, _ context: ModelContext) throws -> Bool {
    try context.fetch(FetchDescriptor<Label>()).contains { Self.key(of: $0) == key }
  }

  static func key(of model: any PersistentModel) -> Int64 { model.persistentModelID.rowID ?? 0 }

  private static func keys(of models: [any PersistentModel]) -> [Int64] {
    models.map(key).sorted()
  }

  private static func keys(of model: (any PersistentModel)?) -> [Int64] {
    model.map { [key(of: $0)] } ?? []
  }
}

/// A model whose writes are followed.
protocol Numbered: PersistentModel {
  var name: String { get set }
  var number: Int { get set }
  var rank: Int { get set }
}

enum Mood: String, Codable, CaseIterable { case calm, merry, grave }

struct Extent: Codable, Equatable {
  var width = 0
  var height = 0
}

@Model final class Page: Numbered {
  var name = ""
  var number = 0
  var rank = 0
  var remark: String?
  var mood = Mood.calm
  var extent = Extent()
  var amount = 0.0
  var day: Date?
  @Attribute(.externalStorage) var picture: Data?
  @Attribute(.ephemeral) var isOpen = false
  @Attribute(.transformable(by: MirroringTransformer.self)) var sketch: Data?
  var genre: Genre?
  var chapter: Chapter?
  @Relationship(deleteRule: .cascade, inverse: \Cover.page) var cover: Cover?
  @Relationship(inverse: \Label.pages) var labels: [Label] = []
  var figures: [Figure] = []

  init(_ name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }
}

@Model final class Label: Numbered {
  var name = ""
  var number = 0
  var rank = 0
  var pages: [Page] = []

  init(_ name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }
}

@Model final class Chapter: Numbered {
  var name = ""
  var number = 0
  var rank = 0
  @Relationship(deleteRule: .cascade, inverse: \Page.chapter) var pages: [Page] = []

  init(_ name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }
}

@Model final class Cover: Numbered {
  var name = ""
  var number = 0
  var rank = 0
  var page: Page?

  init(_ name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }
}

@Model class Figure: Numbered {
  var name = ""
  var number = 0
  var rank = 0

  init(_ name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }
}

@available(macOS 26, iOS 26, *)
@Model final class Chart: Figure {
  var scale = 1

  override init(_ name: String, number: Int = 0) { super.init(name, number: number) }
}

/// An object with a unique value.
@Model final class Genre: Numbered {
  @Attribute(.unique) var name = ""
  var number = 0
  var rank = 0
  @Relationship(inverse: \Page.genre) var pages: [Page] = []

  init(_ name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }
}

/// An object with two values that are unique together.
@Model final class Slot: Numbered {
  #Unique<Slot>([\.name, \.position])
  var name = ""
  var position = 0
  var number = 0
  var rank = 0

  init(_ name: String, position: Int = 0, number: Int = 0) {
    self.name = name
    self.position = position
    self.number = number
  }
}

/// Keeps the bytes of a value in reverse order.
final class MirroringTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Data($0.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
}
