import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Transactions that wait")
struct WaitingTransactionTests {
  @Test("40.11 A save that waits for a page of sync comes before the next page")
  func order() throws {
    try Place.file.with(Book.self) { container in
      let waiting = container.coordinator.stores[0].waiting
      let listener = StoreListener(container)
      let failures = Journal()
      for round in 1...50 {
        let saved = DispatchSemaphore(value: 0)
        try container.writeRemotely(to: 0, by: listener) { _ in
          Thread.detachNewThread {
            let context = ModelContext(container)
            context.insert(Book(title: "Book \(round)"))
            do { try context.save() } catch { failures.note("\(error)") }
            saved.signal()
          }
          #expect(patiently { waiting.count == 1 })
        }
        let books = try container.writeRemotely(to: 0, by: listener) { page in
          try page.connection.integers("SELECT count(*) FROM Book")
        }
        #expect(books == [Int64(round)])
        saved.wait()
      }
      #expect(failures.entries.isEmpty)
    }
  }

  @Test("Nobody waits for long for a transaction that does not begin")
  func limit() {
    let waiting = WaitingTransactions()
    waiting.wait { waiting.letOthersBegin(within: 0.01) }
    #expect(waiting.count == 0)
  }
}
