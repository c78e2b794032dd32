import Foundation
import Perennial

extension StoreVerification {
  /// Checks that the files beside the store exist, and that their recorded numbers of uses are correct.
  mutating func checkFiles() throws {
    let there = Set(store.externalFiles())
    for name in uses.keys.sorted() where !there.contains(name) {
      result.add(
        .external,
        """
        the file \(database.externalDirectory)/\(name) is missing, which \((uses[name] ?? 0).of("value")) \
        should have
        """)
    }
    guard try store.hasTable("_perennial_external") else {
      if !uses.isEmpty { result.add(.external, "the table _perennial_external is missing") }
      return
    }
    var accounts: [String: Int] = [:]
    for row in try database.values("SELECT name, uses FROM _perennial_external") {
      guard let name = row[0].text, case .integer(let count) = row[1] else { continue }
      accounts[name] = Int(count)
    }
    for name in Set(accounts.keys).union(uses.keys).sorted() {
      let (account, count) = (accounts[name] ?? 0, uses[name] ?? 0)
      if account != count {
        result.add(
          .external,
          "the file \(name) is used by \(count.of("value")), but the table records \(account)")
      }
    }
  }
}
