import Foundation
import SwiftData

/// The models of the stores `annex-…` in FrozenStores: a hierarchy, values that outlive their
/// objects, values beside the store, searchable texts. They are never changed: the files are older
/// than any change could be.
enum FrozenAnnex {
  @Model
  class Exhibit {
    #Index<Exhibit>([\.title])
    @Attribute(.unique, .preserveValueOnDeletion) var number: Int
    @Attribute(.spotlight) var title: String
    @Attribute(.preserveValueOnDeletion) var origin: String?
    @Attribute(.externalStorage, .preserveValueOnDeletion) var scan: Data
    var hall: Hall?

    init(_ number: Int, _ title: String) {
      self.number = number
      self.title = title
      scan = FrozenAnnex.scan(number)
    }
  }

  @Model
  class Painting: Exhibit {
    @Attribute(.spotlight) var legend: String?
    @Attribute(.externalStorage) var colours: [Int] = []
    var copies: [Painting] = []

    override init(_ number: Int, _ title: String) { super.init(number, title) }
  }

  @Model
  final class Fresco: Painting {
    @Attribute(.unique) var plot: Int?
    var wall = "north"

    override init(_ number: Int, _ title: String) { super.init(number, title) }
  }

  @Model
  final class Hall {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Exhibit.hall) var exhibits: [Exhibit] = []
    var guide: Fresco?

    init(_ name: String) { self.name = name }
  }

  static var models: [any PersistentModel.Type] {
    [Exhibit.self, Painting.self, Fresco.self, Hall.self]
  }

  /// Of even numbers too large for a row.
  static func scan(_ number: Int) -> Data {
    Data(repeating: UInt8(number), count: number % 2 == 0 ? 102_401 : 3)
  }

  /// The value that a batch update gives to several exhibits.
  static let shared = Data(repeating: 99, count: 102_402)

  /// Fills an empty store, in five transactions.
  static func fill(_ context: ModelContext) throws {
    context.author = "freezer"
    let (exhibit, painting) = (Exhibit(1, "A stone — “one”"), Painting(2, "Grüße from afar"))
    let (fresco, lost, other) = (Fresco(3, "The wall"), Painting(4, "Stolen"), Exhibit(5, "A bone"))
    let hall = Hall("Great hall")
    let models: [any PersistentModel] = [hall, exhibit, painting, fresco, lost, other]
    for model in models { context.insert(model) }
    exhibit.origin = "Nœud"
    painting.legend = "cafe\u{301} terrace"
    painting.colours = [1, 2, 3]
    painting.copies = [fresco, lost]
    fresco.plot = 7
    lost.origin = "somewhere"
    hall.exhibits = [fresco, exhibit, painting]
    hall.guide = fresco
    try context.save()
    painting.title = "Greetings from afar"
    try context.save()
    context.delete(lost)
    try context.save()
    try context.update(
      model: Exhibit.self, where: #Predicate { $0.number < 3 },
      setting: [.set(\.scan, to: shared), .set(\.origin, to: "shared")])
    try context.delete(model: Exhibit.self, where: #Predicate { $0.number == 5 })
  }
}

/// The frozen models as a later program declares them.
enum ThawedAnnex {
  /// The texts of paintings alone are searched, and paintings are as high as others.
  @Model
  class Exhibit {
    @Attribute(.unique) var number: Int
    var title: String
    @Attribute(.externalStorage, originalName: "scan") var image: Data
    var height = 1.5
    var hall: Hall?

    init(_ number: Int, _ title: String) {
      self.number = number
      self.title = title
      image = Data()
    }
  }

  @Model
  class Painting: Exhibit {
    @Attribute(.spotlight, originalName: "legend") var caption: String?
    @Attribute(.externalStorage) var colours: [Int] = []

    override init(_ number: Int, _ title: String) { super.init(number, title) }
  }

  @Model
  final class Fresco: Painting {
    @Attribute(.unique) var plot: Int?
    @Attribute(originalName: "wall") var side = "south"

    override init(_ number: Int, _ title: String) { super.init(number, title) }
  }

  @Model
  final class Hall {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Exhibit.hall) var exhibits: [Exhibit] = []

    init(_ name: String) { self.name = name }
  }

  static var models: [any PersistentModel.Type] {
    [Exhibit.self, Painting.self, Fresco.self, Hall.self]
  }
}
