#if os(Linux)
import LayerTesting

/// The calls of the modules on one stack after the other, the outermost of each first.
struct CallPath: CustomStringConvertible {
  /// The folders of the calls, such as `PerennialSync/Engine`.
  let folders: [String]

  /// Joins stacks.
  init(_ stacks: [CallStack]) throws {
    let names = try CallStack.names(in: stacks)
    let functions = try FunctionFolders(of: [
      "Perennial", "PerennialRecords", "PerennialReplication", "PerennialSync",
    ])
    folders = stacks.flatMap { stack in
      stack.addresses.reversed().compactMap { names[$0].flatMap(functions.folder(of:)) }
    }
  }

  /// The number of calls: functions and closures. Thunks do not count, nor functions that have returned.
  var callCount: Int { folders.count }

  /// The number of calls from one folder to another one that the path has been in before.
  var reentryCount: Int {
    var (seen, count, last) = (Set<String>(), 0, String?.none)
    for folder in folders where folder != last {
      if !seen.insert(folder).inserted { count += 1 }
      last = folder
    }
    return count
  }

  var description: String {
    var parts: [(folder: String, count: Int)] = []
    for folder in folders {
      if parts.last?.folder == folder {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((folder, 1))
      }
    }
    let list = parts.map { "\($0.folder) × \($0.count)" }.joined(separator: " → ")
    return "\(callCount) calls, \(reentryCount) re-entries: \(list)"
  }
}
#endif
