import PerennialUI
import SwiftData
import SwiftUI

// Every overload of `@Query` as programs write it. That this compiles is the specification; what the
// queries fetch is specified in QueryOverloadTests.

private let descriptor = FetchDescriptor<Dish>(
  predicate: #Predicate { $0.price < 10 },
  sortBy: [SortDescriptor(\.price, order: .reverse)]
)

typealias Dishes = [Dish]

struct WithoutArguments: View {
  @Query var dishes: [Dish]
  @Query() var same: Array<Dish>
  @Query(animation: .default) var animated: [Dish]
  @Query(transaction: Transaction(animation: .easeInOut)) var transacted: [Dish]
  @Query var named: Dishes

  var body: some View {
    Text(names(dishes))
    Text(names(same))
    Text(names(animated))
    Text(names(transacted))
    Text(names(named))
  }
}

struct SortedByKeyPath: View {
  @Query(sort: \Dish.price) var plain: [Dish]
  @Query(sort: \Dish.price, order: .reverse) private var reversed: [Dish]
  @Query(filter: #Predicate<Dish> { $0.price < 10 }, sort: \.name, animation: .default)
  var animated: [Dish]
  @Query(filter: #Predicate { $0.price < 10 }, sort: \Dish.price, transaction: Transaction())
  var transacted: [Dish]
  @Query(sort: \Dish.chilli) var optional: [Dish]
  @Query(sort: \Dish.chilli, order: .reverse, animation: .easeInOut) var animatedOptional: [Dish]

  var body: some View {
    Text(names(plain))
    Text(names(reversed))
    Text(names(animated))
    Text(names(transacted))
    Text(names(optional))
    Text(names(animatedOptional))
  }
}

struct SortedByDescriptors: View {
  @Query(filter: #Predicate<Dish> { $0.price < 10 }) var filtered: [Dish]
  @Query(sort: [SortDescriptor(\Dish.course), SortDescriptor(\Dish.price)]) var sorted: [Dish]
  @Query(sort: [SortDescriptor(\Dish.name)], animation: .default) var animated: [Dish]
  @Query(filter: #Predicate<Dish> { $0.price > 100 }, transaction: nil) var transacted: [Dish]
  @Query(descriptor) var described: [Dish]
  @Query(descriptor, animation: .default) var animatedDescribed: [Dish]
  @Query(descriptor, transaction: Transaction()) var transactedDescribed: [Dish]

  var body: some View {
    Text(names(filtered))
    Text(names(sorted))
    Text(names(animated))
    Text(names(transacted))
    Text(names(described))
    Text(names(animatedDescribed))
    Text(names(transactedDescribed))
  }
}

typealias Courses = SectionedResults<Dish, String>

struct SectionedByValue: View {
  @Query(sort: \Dish.price, sectionBy: \Dish.course) var a: SectionedResults<Dish, String>
  @Query(sort: \Dish.price, animation: .default, sectionBy: \Dish.course) var b: Courses
  @Query(sort: \Dish.chilli, sectionBy: \Dish.course) var c: Courses
  @Query(sort: \Dish.chilli, animation: .default, sectionBy: \Dish.course) var d: Courses
  @Query(sectionBy: \Dish.course) var e: Courses
  @Query(animation: .default, sectionBy: \Dish.course) var f: Courses
  @Query(descriptor, sectionBy: \.course) var g: Courses
  @Query(descriptor, animation: .default, sectionBy: \.course) var h: Courses

  var body: some View {
    ForEach([a, b, c, d, e, f, g, h].enumerated().map { Numbered($0, $1) }) {
      Text(titles($0.value))
    }
  }
}

struct SectionedByOptional: View {
  @Query(sort: \Dish.price, sectionBy: \Dish.cuisine) var a: Courses
  @Query(sort: \Dish.price, animation: .default, sectionBy: \Dish.cuisine) var b: Courses
  @Query(sort: \Dish.chilli, sectionBy: \Dish.cuisine) var c: Courses
  @Query(sort: \Dish.chilli, animation: .default, sectionBy: \Dish.cuisine) var d: Courses
  @Query(filter: #Predicate<Dish> { $0.price < 10 }, sectionBy: \Dish.cuisine) var e: Courses
  @Query(animation: .default, sectionBy: \Dish.cuisine) var f: Courses
  @Query(descriptor, transaction: Transaction(), sectionBy: \.cuisine) var g: Courses
  @Query(descriptor, animation: .default, sectionBy: \.cuisine) var h: Courses

  var body: some View {
    ForEach([a, b, c, d, e, f, g, h].enumerated().map { Numbered($0, $1) }) {
      Text(titles($0.value))
    }
  }
}

/// A value that a list of views can be made of.
struct Numbered<Value>: Identifiable {
  let id: Int
  let value: Value
  init(_ id: Int, _ value: Value) {
    self.id = id
    self.value = value
  }
}

func names(_ dishes: [Dish]) -> String { dishes.map(\.name).joined(separator: " ") }

func titles(_ sections: Courses) -> String {
  sections.map { "\($0.title):\($0.map(\.name).joined(separator: ","))" }.joined(separator: " ")
}
