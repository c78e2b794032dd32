import Foundation
import StoreTesting
import SwiftData
import Testing

/// The file of a shop of the first version, and what `ShopPlan` must make of it.
enum ShopStore {
  /// Makes the file, with so many customers and an order for each; every fifth customer comes twice.
  static func make(at url: URL, customers: Int) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: ShopV1.self), configurations: ModelConfiguration(url: url)))
    var former: ShopV1.Customer?
    for number in 0..<customers {
      let name = "Given\(number / 5 * 5 == number ? max(0, number - 1) : number) Family"
      let customer = ShopV1.Customer(name)
      context.insert(customer)
      context.insert(ShopV1.Order(number, by: customer))
      if let former { customer.friends = [former] }
      former = customer
    }
    try context.save()
  }

  /// Opens the file as what it is to become.
  static func migrate(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: ShopV4.self), migrationPlan: ShopPlan.self,
      configurations: ModelConfiguration(url: url))
  }

  /// The version that the file says it has.
  static func version(of database: borrowing RawDatabase) throws -> String? {
    try database.value("SELECT value FROM _perennial_metadata WHERE key = 'version'")
  }

  /// The customers with their numbers of orders, after the migration.
  static func migrated(customers: Int) -> [String] {
    var orders: [Int: Int] = [:]
    for number in 0..<customers {
      orders[number / 5 * 5 == number ? max(0, number - 1) : number, default: 0] += 1
    }
    return orders.map { "Given\($0) Family \($1) \($1)" }.sorted()
  }

  static func lines(in database: borrowing RawDatabase) throws -> [String] {
    try database.rows(
      """
      SELECT given || ' ' || surname || ' ' || rank || ' ' || \
      (SELECT count(*) FROM "Order" WHERE customer = c._pk) FROM Customer AS c
      """
    ).map { $0[0] }.sorted()
  }
}
