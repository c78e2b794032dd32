import Foundation
import Perennial
import SwiftData
import Testing

@Suite("Merge rules of models")
struct MergeRuleTests {
  private func rule(of type: any PersistentModel.Type) -> Schema.MergeRule {
    ModelLayout.of(type).mergeRule
  }

  @Test("A model without #Merge is merged by field")
  func byField() {
    #expect(rule(of: Parcel.self) == .byField)
    #expect(rule(of: Address.self) == .byRecord)
  }

  @Test("A subclass has the rule of its superclass, or its own")
  func inheritance() {
    #expect(rule(of: Depot.self) == .byRecord)
    #expect(rule(of: Shop.self) == .byField)
  }

  @Test("A rule is neither a property nor a column, and the store works as before")
  func store() throws {
    let container = try ModelContainer(
      for: Address.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(
      container.schema.entity(for: Address.self)?.properties.map(\.name) == ["street", "city"])
    let context = ModelContext(container)
    context.insert(Address("Low Road", "York"))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Address>()).map(\.city) == ["York"])
  }

  @Test("Two rules in one class throw, and the error names both")
  func twoRules() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Undecided.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .unsupportedFeature)
    let text = error?.localizedDescription ?? ""
    #expect(text.contains("Undecided") && text.contains("byField, byRecord"))
  }

  @Test("The encoded declaration has the rule")
  func coding() throws {
    let declared = Schema.Merge<Address>(.byRecord)
    let data = try JSONEncoder().encode(declared)
    #expect(String(decoding: data, as: UTF8.self) == #"{"rule":"byRecord"}"#)
    #expect(try JSONDecoder().decode(Schema.Merge<Address>.self, from: data) == declared)
    #expect(declared != Schema.Merge<Address>(.byField) && !declared.isUnique)
    #expect(declared.debugDescription == "Merge(byRecord)")
  }
}

@Model private final class Parcel {
  var weight = 0

  init() {}
}

@Model private class Address {
  #Merge<Address>(.byRecord)
  var street = ""
  var city = ""

  init(_ street: String, _ city: String) {
    self.street = street
    self.city = city
  }
}

@available(macOS 26, iOS 26, *)
@Model private final class Depot: Address {
  var capacity = 0
}

@available(macOS 26, iOS 26, *)
@Model private final class Shop: Address {
  #Merge<Shop>(.byField)
  var hours = ""
}

@Model private final class Undecided {
  #Merge<Undecided>(.byField)
  #Merge<Undecided>(.byRecord)
  var name = ""

  init() {}
}
