#if canImport(SwiftUI)
import Foundation
import Perennial
import SwiftUI

/// What a query asks for, and how its changes come onto the screen.
struct QueryRequest<Element: PersistentModel> {
  var descriptor: FetchDescriptor<Element>
  var sectionBy: QuerySectioning<Element>?
  var transaction: Transaction?

  init(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy: QuerySectioning<Element>? = nil,
    _ transaction: Transaction?
  ) {
    self.descriptor = descriptor
    self.sectionBy = sectionBy
    self.transaction = transaction
  }

  /// Whether both certainly have the same results.
  ///
  /// A view's parent makes a new request each time it is evaluated; mostly it is the one before.
  func asksTheSame(as other: QueryRequest) -> Bool {
    sectionBy == other.sectionBy && descriptor == other.descriptor
  }
}

extension FetchDescriptor {
  /// The objects that a filter lets pass, ordered by a property.
  init<Value: Comparable>(
    _ filter: Predicate<T>?,
    by keyPath: KeyPath<T, Value>,
    _ order: SortOrder
  ) {
    self.init(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value.
  init<Value: Comparable>(
    _ filter: Predicate<T>?,
    by keyPath: KeyPath<T, Value?>,
    _ order: SortOrder
  ) {
    self.init(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
  }
}

/// The property that results are divided by.
enum QuerySectioning<Element: PersistentModel>: Equatable {
  case value(KeyPath<Element, String>)
  case optional(KeyPath<Element, String?>)
}
#endif
