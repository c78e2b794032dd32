import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

@Model final class Shelf {
  var name: String
  @Relationship(minimumModelCount: 0, maximumModelCount: 2, inverse: \Item.shelf) var items:
    [Item] = []
  init(name: String) { self.name = name }
}

@Model final class Item {
  var name: String
  var shelf: Shelf?
  init(name: String) { self.name = name }
}

@Suite("Store import: rules of relationships that a file does not follow")
struct PairImportTests {
  private func pairs(_ fixture: ImportFixture) throws -> [String] {
    try fixture.all(Passport.self).map { "\($0.number) \($0.owner.name)" }
  }

  // MARK: Required one-to-one relationships

  @Test("Two rows that need the same object are an error that names the second one")
  func contested() throws {
    let fixture = try TravelFile.fixture([
      TravelFile.traveller(1, "Ann", passport: 3), TravelFile.passport(3, "P3", of: 1),
      TravelFile.passport(5, "P5", of: 1),
    ])
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .refusedRow && error?.path == fixture.url.path)
    #expect(error?.entity == "Passport" && error?.row == 5 && error?.property == "owner")
    #expect(try fixture.all(Passport.self).isEmpty)
  }

  @Test("Rows that exchange the objects that they need have them afterwards")
  func exchange() throws {
    var fixture = try TravelFile.fixture([
      TravelFile.traveller(1, "Ann", passport: 1), TravelFile.traveller(2, "Bob", passport: 2),
      TravelFile.passport(1, "P1", of: 1), TravelFile.passport(2, "P2", of: 2),
    ])
    try fixture.run()
    #expect(try pairs(fixture) == ["P1 Ann", "P2 Bob"])
    fixture.sample.objects = [
      TravelFile.traveller(1, "Ann", passport: 2), TravelFile.traveller(2, "Bob", passport: 1),
      TravelFile.passport(1, "P1", of: 2), TravelFile.passport(2, "P2", of: 1),
    ]
    try fixture.run()
    #expect(try pairs(fixture) == ["P1 Bob", "P2 Ann"])
    #expect(try fixture.all(Traveller.self).map(\.passport?.number) == ["P2", "P1"])
  }

  @Test("An object does not lose the object that it needs to a new row; it can be deleted")
  func replaced() throws {
    var fixture = try TravelFile.fixture([
      TravelFile.traveller(1, "Ann", passport: 1), TravelFile.passport(1, "P1", of: 1),
    ])
    try fixture.run()
    fixture.sample.objects = [
      TravelFile.traveller(1, "Ann", passport: 2), TravelFile.passport(2, "P2", of: 1),
    ]
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .refusedRow)
    #expect(error?.entity == "Passport" && error?.row == 1 && error?.property == "owner")
    #expect(try pairs(fixture) == ["P1 Ann"])
    #expect(try fixture.all(Traveller.self).map(\.passport?.number) == ["P1"])
    try fixture.edit(Passport.self) { context, passports in context.delete(passports[0]) }
    let report = try fixture.run()
    #expect(report["Passport"]?.inserted == 1)
    #expect(try pairs(fixture) == ["P2 Ann"])
    #expect(try fixture.all(Traveller.self).map(\.passport?.number) == ["P2"])
  }

  // MARK: Numbers of members

  @Test(
    "An object with too many members is an error that names its row; the user's are not looked at")
  func members() throws {
    let shelf = StoredModel.Entity(
      "Shelf", [.init("name", .string)],
      [.init("items", to: "Item", inverse: "shelf", isToMany: true)])
    let item = StoredModel.Entity(
      "Item", [.init("name", .string)], [.init("shelf", to: "Shelf", inverse: "items")])
    var fixture = try ImportFixture([shelf, item], models: [Shelf.self, Item.self])
    func row(_ key: Int64, of owner: Int64) -> AppleRow {
      AppleRow(
        item, key, ["name": .text("\(key)")],
        references: ["shelf": AppleReference(entity: "Shelf", key: owner)])
    }
    fixture.sample.objects = [
      AppleRow(shelf, 4, ["name": .text("a")]), AppleRow(shelf, 7, ["name": .text("b")]),
      row(1, of: 4), row(2, of: 7), row(3, of: 7), row(4, of: 7),
    ]
    let error = #expect(throws: StoreImportError.self) { try fixture.run() }
    #expect(error?.code == .refusedRow)
    #expect(error?.entity == "Shelf" && error?.row == 7 && error?.property == "items")
    #expect(try fixture.all(Shelf.self).isEmpty)

    // A row that another version of the program has written, which had no limit.
    try fixture.edit(Item.self) { context, _ in
      let own = Shelf(name: "own")
      context.insert(own)
      own.items = [Item(name: "x"), Item(name: "y")]
      context.insert(Item(name: "z"))
    }
    try RawDatabase(fixture.directory.file("Recipes.store")).run(
      "UPDATE \"Item\" SET shelf = (SELECT _pk FROM \"Shelf\") WHERE name = 'z'")
    fixture.sample.objects.removeLast()
    #expect(try fixture.run()["Item"]?.inserted == 3)
  }
}
