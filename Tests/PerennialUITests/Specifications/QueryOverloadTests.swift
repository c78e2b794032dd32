import SwiftData
import SwiftUI
import Testing

@Suite("@Query, in all its forms")
@MainActor
struct QueryOverloadTests {
  private let container: ModelContainer

  init() throws {
    let soup = Dish("soup", course: "first", cuisine: "thai", price: 5)
    soup.chilli = 3
    let curry = Dish("curry", course: "main", cuisine: "thai", price: 12)
    curry.chilli = 1
    let stew = Dish("stew", course: "main", price: 8)
    container = try kitchen(with: soup, curry, stew)
  }

  private func shown(by view: some View) -> [String] {
    let host = Host()
    host.show(view.modelContainer(container))
    return host.shown
  }

  @Test("Without arguments: all objects of the model that the property's type tells")
  func withoutArguments() {
    #expect(shown(by: WithoutArguments()) == Array(repeating: "soup curry stew", count: 5))
  }

  @Test("A filter, and the order of a property")
  func sortedByKeyPath() {
    #expect(
      shown(by: SortedByKeyPath()) == [
        "soup stew curry", "curry stew soup", "soup stew", "soup stew", "stew curry soup",
        "soup curry stew",
      ]
    )
  }

  @Test("A filter and sort descriptors, or a fetch descriptor")
  func sortedByDescriptors() {
    #expect(
      shown(by: SortedByDescriptors()) == [
        "soup stew", "soup stew curry", "curry soup stew", "", "stew soup", "stew soup",
        "stew soup",
      ]
    )
  }

  @Test("Sections of a property")
  func sectioned() {
    #expect(
      shown(by: SectionedByValue()) == [
        "first:soup main:stew,curry", "first:soup main:stew,curry",
        "first:soup main:stew,curry", "first:soup main:stew,curry",
        "first:soup main:curry,stew", "first:soup main:curry,stew",
        "first:soup main:stew", "first:soup main:stew",
      ]
    )
  }

  @Test("Sections of a property that may have no value")
  func sectionedByOptional() {
    #expect(
      shown(by: SectionedByOptional()) == [
        ":stew thai:soup,curry", ":stew thai:soup,curry",
        ":stew thai:curry,soup", ":stew thai:curry,soup",
        ":stew thai:soup", ":stew thai:soup,curry",
        ":stew thai:soup", ":stew thai:soup",
      ]
    )
  }
}
