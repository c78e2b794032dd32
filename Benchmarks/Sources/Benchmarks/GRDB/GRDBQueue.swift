import Foundation
import GRDB

extension DatabaseQueue {
  /// Opens a new database with the settings that every contender runs with.
  convenience init(benchmarkAt file: URL) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: Pragmas.sql) }
    try self.init(path: file.path(percentEncoded: false), configuration: configuration)
  }
}
