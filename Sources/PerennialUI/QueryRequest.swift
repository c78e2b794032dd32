#if canImport(SwiftUI)
import Foundation
import Perennial
import SwiftUI

/// The fetch of a query, and the transaction for its changes on the screen.
struct QueryRequest<Element: PersistentModel> {
  var descriptor: FetchDescriptor<Element>
  var sectionBy: QuerySectioning<Element>?
  var transaction: Transaction?

  /// Returns `true` if both requests certainly have the same results.
  ///
  /// A view's parent creates a new request at each evaluation. Usually it is the same as the one
  /// before.
  func asksTheSame(as other: QueryRequest) -> Bool {
    sectionBy == other.sectionBy && descriptor == other.descriptor
  }
}

extension FetchDescriptor {
  /// Creates a descriptor of the objects that match a filter, sorted by a property.
  init<Value: Comparable>(
    _ filter: Predicate<T>?,
    by keyPath: KeyPath<T, Value>,
    _ order: SortOrder
  ) {
    self.init(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
  }

  /// Creates a descriptor of the objects that match a filter, sorted by an optional property.
  init<Value: Comparable>(
    _ filter: Predicate<T>?,
    by keyPath: KeyPath<T, Value?>,
    _ order: SortOrder
  ) {
    self.init(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
  }
}

/// The property whose values define the sections of the results.
enum QuerySectioning<Element: PersistentModel>: Equatable {
  case value(KeyPath<Element, String>)
  case optional(KeyPath<Element, String?>)
}
#endif
