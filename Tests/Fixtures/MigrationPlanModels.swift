import Foundation
import SwiftData

// A shop's models in several versions, and the plans that lead from one to the other.

enum ShopV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Order.self] }

  @Model
  final class Customer {
    var name: String
    var rank: String = "1"
    @Relationship(deleteRule: .nullify, inverse: \Order.customer) var orders: [Order] = []
    var friends: [Customer] = []
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Order {
    @Attribute(.unique) var number: Int
    var customer: Customer?
    init(_ number: Int, by customer: Customer? = nil) {
      self.number = number
      self.customer = customer
    }
  }
}

/// Given and family names; the old name goes with the next version.
enum ShopV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Order.self] }

  @Model
  final class Customer {
    var name: String
    var rank: String = "1"
    var given: String = ""
    var family: String = ""
    @Relationship(deleteRule: .nullify, inverse: \Order.customer) var orders: [Order] = []
    var friends: [Customer] = []
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Order {
    @Attribute(.unique) var number: Int
    var customer: Customer?
    init(_ number: Int, by customer: Customer? = nil) {
      self.number = number
      self.customer = customer
    }
  }
}

/// Names are unique, ranks are numbers, and every order has a receipt.
enum ShopV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Order.self, Receipt.self] }

  @Model
  final class Customer {
    #Unique<Customer>([\.given, \.family])
    var given: String
    var family: String
    var rank: Int = 0
    @Relationship(deleteRule: .nullify, inverse: \Order.customer) var orders: [Order] = []
    var friends: [Customer] = []
    init(_ given: String, _ family: String) {
      self.given = given
      self.family = family
    }
  }

  @Model
  final class Order {
    @Attribute(.unique) var number: Int
    var customer: Customer?
    var receipt: Receipt
    init(_ number: Int, by customer: Customer? = nil, receipt: Receipt) {
      self.number = number
      self.customer = customer
      self.receipt = receipt
    }
  }

  @Model
  final class Receipt {
    var text: String
    @Relationship(inverse: \Order.receipt) var order: Order?
    init(_ text: String) { self.text = text }
  }
}

/// The family name is called otherwise, and receipts are gone.
enum ShopV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Order.self] }

  @Model
  final class Customer {
    #Unique<Customer>([\.given, \.surname])
    var given: String
    @Attribute(originalName: "family") var surname: String
    var rank: Int = 0
    var email: String?
    @Relationship(deleteRule: .nullify, inverse: \Order.customer) var orders: [Order] = []
    var friends: [Customer] = []
    init(_ given: String, _ surname: String) {
      self.given = given
      self.surname = surname
    }
  }

  @Model
  final class Order {
    @Attribute(.unique) var number: Int
    var customer: Customer?
    init(_ number: Int, by customer: Customer? = nil) {
      self.number = number
      self.customer = customer
    }
  }
}

struct ShopFailure: Error, Equatable {
  let place: String
}

enum ShopPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [ShopV1.self, ShopV2.self, ShopV3.self, ShopV4.self]
  }
  static var stages: [MigrationStage] { [splitNames, addReceipts, rename] }

  static let splitNames = MigrationStage.custom(
    fromVersion: ShopV1.self, toVersion: ShopV2.self, willMigrate: nil,
    didMigrate: { context in
      for customer in try context.fetch(FetchDescriptor<ShopV2.Customer>()) {
        let parts = customer.name.split(separator: " ", maxSplits: 1).map(String.init)
        customer.given = parts.first ?? ""
        customer.family = parts.count > 1 ? parts[1] : ""
      }
      try context.save()
    })

  static let addReceipts = MigrationStage.custom(
    fromVersion: ShopV2.self, toVersion: ShopV3.self,
    willMigrate: { context in
      // Of customers of one name, the first keeps all orders.
      var first: [String: ShopV2.Customer] = [:]
      let sort = [SortDescriptor(\ShopV2.Customer.name, comparator: .lexical)]
      for customer in try context.fetch(FetchDescriptor<ShopV2.Customer>(sortBy: sort)) {
        let name = "\(customer.given) \(customer.family)"
        if let kept = first[name] {
          kept.orders += customer.orders
          context.delete(customer)
        } else {
          first[name] = customer
        }
      }
      // The code does not save: the stage does.
    },
    didMigrate: { context in
      for order in try context.fetch(FetchDescriptor<ShopV3.Order>()) {
        order.receipt = ShopV3.Receipt("for \(order.number)")
      }
      for customer in try context.fetch(FetchDescriptor<ShopV3.Customer>()) {
        customer.rank = customer.orders.count
      }
      try context.save()
    })

  static let rename = MigrationStage.lightweight(
    fromVersion: ShopV3.self, toVersion: ShopV4.self)
}

/// Back from the second version to the first.
enum ShopReversePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV2.self, ShopV1.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShopV2.self, toVersion: ShopV1.self,
        willMigrate: { context in
          for customer in try context.fetch(FetchDescriptor<ShopV2.Customer>()) {
            customer.name = "\(customer.family), \(customer.given)"
          }
        }, didMigrate: nil)
    ]
  }
}
