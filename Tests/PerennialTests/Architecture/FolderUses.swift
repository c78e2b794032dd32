import CompilerIndex
import Foundation

/// The uses between the folders of `Sources/Perennial`, as the compiler's index records them.
struct FolderUses {
  /// A use of one folder by another.
  struct Arrow: Hashable, Comparable, CustomStringConvertible {
    let user: String
    let used: String

    var description: String { "\(user) → \(used)" }

    static func < (a: Arrow, b: Arrow) -> Bool { (a.user, a.used) < (b.user, b.used) }
  }

  /// The folders of the sources, without those inside of them.
  let folders: Set<String>
  /// The places of each use: `Fetching/FetchPlan.swift:12 ModelLayout`.
  let places: [Arrow: Set<String>]

  init() throws {
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: Self.root.path)
    folders = Set(names.filter { !$0.contains(".") })
    var occurrences = Occurrences(root: Self.root.path + "/")
    let (library, store) = try CompilerIndex.places()
    try withUnsafeMutablePointer(to: &occurrences) { context in
      let failure = compiler_index_visit(library, store, "Perennial", context) { context, found in
        guard let found else { return }
        context?.assumingMemoryBound(to: Occurrences.self).pointee.add(found.pointee)
      }
      if let failure { throw CompilerIndex.Failure(description: String(cString: failure)) }
    }
    places = occurrences.arrows
  }

  /// The folder `Sources/Perennial`.
  static var root: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Perennial").standardized
  }
}

/// The symbols that the sources define and refer to.
private struct Occurrences {
  let root: String
  private var homes: [String: String] = [:]
  private var references: [(symbol: String, name: String, file: String, line: UInt32)] = []
  /// Files that are gone leave their part of the index behind.
  private var isThere: [String: Bool] = [:]

  init(root: String) { self.root = root }

  mutating func add(_ occurrence: compiler_index_occurrence) {
    let path = occurrence.file.text
    guard path.hasPrefix(root) else { return }
    let exists = isThere[path] ?? FileManager.default.fileExists(atPath: path)
    isThere[path] = exists
    guard exists else { return }
    let (file, symbol) = (String(path.dropFirst(root.count)), occurrence.symbol.text)
    if occurrence.roles & UInt64(compiler_index_definition) != 0 { homes[symbol] = file }
    if occurrence.roles & UInt64(compiler_index_reference) != 0 {
      references.append((symbol, occurrence.name.text, file, occurrence.line))
    }
  }

  var arrows: [FolderUses.Arrow: Set<String>] {
    var found: [FolderUses.Arrow: Set<String>] = [:]
    for reference in references {
      guard let home = homes[reference.symbol] else { continue }
      let arrow = FolderUses.Arrow(user: folder(reference.file), used: folder(home))
      guard arrow.user != arrow.used else { continue }
      found[arrow, default: []].insert("\(reference.file):\(reference.line) \(reference.name)")
    }
    return found
  }

  private func folder(_ file: String) -> String {
    file.firstIndex(of: "/").map { String(file[..<$0]) } ?? file
  }
}
