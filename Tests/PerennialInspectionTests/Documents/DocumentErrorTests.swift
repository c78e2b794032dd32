import Foundation
import PerennialInspection
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// An error in a document is reported with its line and its object, and nothing is imported.
@Suite("Malformed documents")
struct DocumentErrorTests {
  let directory: ScratchDirectory
  var target: URL { directory.file("target.store") }

  init() throws { directory = try ScratchDirectory() }

  /// A store with one keeper and two animals, of which the dog has a toy.
  private func makeStore() throws -> URL {
    let url = directory.file("source.store")
    let context = ModelContext(
      try ModelContainer(
        for: Dog.self, Animal.self, Keeper.self, Walker.self, Toy.self,
        configurations: ModelConfiguration(url: url)))
    let keeper = Keeper("Kim")
    context.insert(keeper)
    let dog = Dog("Rex", tricks: 3, licence: "L1")
    context.insert(dog)
    dog.keeper = keeper
    dog.toys = [Toy("ball")]
    context.insert(Animal("Ida", tag: 7))
    try context.save()
    // Keys that can be told beforehand.
    try RawDatabase(url).run(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE Animal SET _pk = CASE name WHEN 'Rex' THEN 2 ELSE 3 END, \
      keeper = CASE name WHEN 'Rex' THEN 1 END, keeper$position = 5;
      UPDATE Keeper SET _pk = 1; UPDATE Toy SET _pk = 4;
      UPDATE "Dog.toys" SET source = 2, target = 4, position = 1, inverse_position = 1;
      """)
    return url
  }

  private func document() throws -> String {
    let file = directory.file("source.json")
    try InspectedStore(makeStore()).export(to: file, as: .json)
    return try String(contentsOf: file, encoding: .utf8)
  }

  private func expectNothing() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(!names.contains { $0.hasPrefix("target") }, "\(names)")
  }

  /// Each a piece of the document, what takes its place, and what the error says.
  static let mistakes: [(String, String, String)] = [
    ("\"perennial\":1", "\"perennial\":2", ":2: the document has version 2"),
    ("\"perennial\":1,", "", "its first member is not “perennial”"),
    ("\"objects\":{", "\"things\":{", "“things” is unknown here"),
    ("\"name\":\"Animal\"", "\"nom\":\"Animal\"", "“name” is missing"),
    ("\"destination\":\"Keeper\"", "\"destination\":\"Warden\"", "references Warden"),
    ("\"superentity\":\"Animal\"", "\"superentity\":\"Beast\"", "inherits from Beast"),
    ("\"table\":\"Keeper\"", "\"table\":\"_perennial_history\"", "cannot have the table"),
    ("\"key\":\"3\"", "\"key\":\"x\"", "“x” is not a key"),
    ("\"key\":\"3\"", "\"key\":\"0\"", "“0” is not a key"),
    ("\"key\":\"3\",", "", "an object lacks a key"),
    ("\"key\":\"3\"", "\"key\":\"2\"", "UNIQUE constraint failed: Animal._pk"),
    ("\"key\":\"3\"", "\"key\":\"3\",\"key\":\"4\",\"kee\":1", "“kee” is unknown here"),
    ("\"name\":\"Ida\"", "\"name\":7", "Animal 3, name: a text was expected, not “7”"),
    ("\"name\":\"Ida\"", "\"name\":null", "Animal 3, name: a value is required"),
    ("\"name\":\"Ida\"", "\"nom\":\"Ida\"", "Animal 3: “nom” is unknown here"),
    (
      "\"name\":\"Ida\"", "\"name\":\"Ida\",\"name\":\"Eva\"",
      "Animal 3, name: the property has two values"
    ),
    ("\"name\":\"Ida\",", "", "Animal 3: name is missing"),
    ("\"tag\":7", "\"tag\":\"seven\"", "Animal 3, tag: a whole number"),
    ("\"tag\":7", "\"tag\":[7]", "an array is not allowed here"),
    ("\"tag\":7", "\"tag\":{\"$blob\":\"?\"}", "an object is not allowed here"),
    ("\"weight\":1.0", "\"weight\":1e999", "Animal 3, weight: a number was expected"),
    ("\"keeper\":\"5\"", "\"keeper\":null", "NOT NULL constraint failed"),
    ("\"isTrained\":true", "\"isTrained\":2", "Dog 2, isTrained: true or false"),
    ("\"keeper\":\"1\"", "\"keeper\":\"9\"", "Animal 2 references a Keeper that does not exist"),
    ("\"keeper\":\"1\"", "\"keeper\":\"Kim\"", "Dog 2, keeper: a key was expected"),
    ("[\"2\",\"4\",", "[\"2\",\"9\",", "references a Toy that does not exist"),
    ("[\"2\",\"4\",", "[\"2\",", "a link is four whole numbers"),
    ("[\"2\",\"4\",", "[\"2\",\"four\",", "a link is four whole numbers"),
    ("\"Dog.toys\":[", "\"Dog.tricks\":[", "“Dog.tricks” is not a join table"),
    ("\"Toy\":[", "\"Toys\":[", "“Toys” is not among the entities"),
    ("\"Toy\":[", "\"Keeper\":[", "“Keeper” appears twice"),
    ("\n}\n}\n", "\n}\n", "the document ends too early"),
    ("\n}\n}\n", "\n}\n}\nx", "the document continues after its end"),
  ]

  @Test("A mistake in a document of JSON", arguments: mistakes)
  func mistake(_ piece: String, _ replacement: String, _ reason: String) throws {
    let original = try document()
    let found = try #require(original.range(of: piece), "\(original)")
    let text = original.replacingCharacters(in: found, with: replacement)
    let file = directory.file("mistake.json")
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: DocumentError.self) {
      try StoreImport(of: file, as: .json, into: target).run()
    }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.file == file.path)
    // A contradiction is reported at the line where it is noticed.
    let isElsewhere = [
      "references Warden", "inherits", "cannot have", "UNIQUE", "ends", "continues",
    ].contains { reason.contains($0) }
    if !reason.contains("references a ") {
      let line = original[..<found.lowerBound].split(
        separator: "\n", omittingEmptySubsequences: false
      ).count
      let told = try #require(error?.line)
      #expect(isElsewhere || (line...(line + 2)).contains(told), "\(told), not \(line)")
    }
    try expectNothing()
  }

  /// Each a file of the folder, a piece of it, what takes its place, and what the error says.
  static let tableMistakes: [(String, String, String, String)] = [
    ("Animal.csv", "_pk,", "key,", "Animal.csv:1: the column “_pk” is missing"),
    ("Animal.csv", "_pk,tag", "_pk,_pk", "Animal.csv:1: the column “_pk” appears twice"),
    ("Animal.csv", ",tag,", ",label,", "Animal.csv:1: “label” is not a column of Animal"),
    ("Animal.csv", "3,7,Ida", "3,7", "Animal.csv:2: there are"),
    ("Animal.csv", "3,7,Ida", "x,7,Ida", "Animal.csv:2: Animal: “x” is not a key"),
    ("Animal.csv", "3,7,Ida", "3,x,Ida", "Animal.csv:2: Animal 3, tag: a whole number"),
    (
      "Animal.csv", "3,7,Ida", "3,7,$Ida",
      "Animal.csv:2: Animal 3, name: “$Ida” is not a known value"
    ),
    ("Animal.csv", "3,7,Ida", "2,7,Ida", ":2: Dog 2: UNIQUE constraint failed"),
    ("Animal.csv", "Ida", "\"Ida", "a quotation mark is not closed"),
    ("Dog.csv", "2,,Rex", "2,,Rex,", "Dog.csv:2: there are"),
    ("Dog.toys.csv", "2,4,1,1", "2,4,1", "Dog.toys.csv:2: Dog.toys: a link is four whole numbers"),
    ("Dog.toys.csv", "2,4,1,1", "2,5,1,1", "references a Toy that does not exist"),
    ("Dog.toys.csv", "source,", "owner,", "Dog.toys.csv:1: the columns must be source,"),
    ("schema.json", "\"perennial\":1", "\"perennial\":9", "the document has version 9"),
    ("schema.json", "\"perennial\":1", "\"objects\":1", "“objects” is unknown here"),
  ]

  @Test("A mistake in a document of tables", arguments: tableMistakes)
  func tableMistake(
    _ name: String, _ piece: String, _ replacement: String, _ reason: String
  ) throws {
    let folder = directory.file("tables")
    try InspectedStore(makeStore()).export(to: folder, as: .csv)
    let file = folder.appendingPathComponent(name)
    let original = try String(contentsOf: file, encoding: .utf8)
    let found = try #require(original.range(of: piece), "\(original)")
    try Data(original.replacingCharacters(in: found, with: replacement).utf8).write(to: file)
    let error = #expect(throws: DocumentError.self) {
      try StoreImport(of: folder, as: .csv, into: target).run()
    }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    try expectNothing()
  }

  @Test("A folder lacks a file, or has one too many")
  func files() throws {
    let folder = directory.file("tables")
    try InspectedStore(makeStore()).export(to: folder, as: .csv)
    try Data("a\n".utf8).write(to: folder.appendingPathComponent("Cat.csv"))
    let strange = #expect(throws: DocumentError.self) {
      try StoreImport(of: folder, as: .csv, into: target).run()
    }
    #expect(strange?.file.hasSuffix("Cat.csv") == true)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Cat.csv"))
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Toy.csv"))
    let missing = #expect(throws: InspectionError.self) {
      try StoreImport(of: folder, as: .csv, into: target).run()
    }
    #expect(missing?.code == .fileFailure)
    #expect(missing?.description.contains("Toy.csv") == true)
    try expectNothing()
  }

  @Test("A document that was cut off or damaged is refused, or is another sound store")
  func damage() throws {
    let original = Array(try document().utf8)
    var random = SeededGenerator(seed: 21)
    let file = directory.file("damaged.json")
    for round in 0..<150 {
      var bytes = original
      if round % 2 == 0 {
        bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
      }
      try Data(bytes).write(to: file)
      do {
        _ = try StoreImport(of: file, as: .json, into: target).run()
      } catch {
        #expect(error is DocumentError || error is SwiftDataError, "round \(round): \(error)")
        try expectNothing()
        continue
      }
      #expect(try InspectedStore(target).verify().problems == [], "round \(round), seed 21")
      for suffix in ["", "-wal", "-shm", "-external"] {
        try? FileManager.default.removeItem(atPath: target.path + suffix)
      }
    }
  }

  @Test("What is no document, and what is not there")
  func none() throws {
    for text in ["", "[]", "{}", "null", "{\"perennial\":1}", "\u{FEFF}{}"] {
      let file = directory.file("none.json")
      try Data(text.utf8).write(to: file)
      #expect(throws: DocumentError.self, "\(text)") {
        try StoreImport(of: file, as: .json, into: target).run()
      }
    }
    for format in DocumentFormat.allCases {
      let error = #expect(throws: InspectionError.self) {
        try StoreImport(of: directory.file("nowhere"), as: format, into: target).run()
      }
      #expect(error?.code == .fileFailure)
    }
    try expectNothing()
  }
}
