import CompilerIndex
public import Foundation

/// The uses between the folders of a module, as the compiler's index records them.
public struct FolderUses {
  /// A use of one folder by another.
  public struct Arrow: Hashable, Comparable, CustomStringConvertible, Sendable {
    public let user: String
    public let used: String

    public var description: String { "\(user) → \(used)" }

    public static func < (a: Arrow, b: Arrow) -> Bool { (a.user, a.used) < (b.user, b.used) }
  }

  /// The places of each use: `Fetching/FetchPlan.swift:12 ModelLayout`. A file outside of the folders counts as a folder
  /// of its own.
  public let places: [Arrow: Set<String>]

  /// Reads the uses in the sources of a module, or between the folders of one of its folders.
  ///
  /// - Parameters:
  ///   - module: The module, such as `PerennialHub`, or a folder of it: `PerennialHub/WebServices`.
  ///   - folder: The folder of the repository with the modules of a package.
  public init(of module: String, in folder: String = "Sources") throws {
    var occurrences = Occurrences(root: Self.sources(of: module, in: folder).path + "/")
    let (library, store) = try IndexStore.places()
    let name = String(module.prefix { $0 != "/" })
    try withUnsafeMutablePointer(to: &occurrences) { context in
      let failure = compiler_index_visit(library, store, name, context) { context, found in
        guard let found else { return }
        context?.assumingMemoryBound(to: Occurrences.self).pointee.add(found.pointee)
      }
      if let failure { throw IndexStore.Failure(String(cString: failure)) }
    }
    places = occurrences.arrows
  }

  // MARK: Files

  /// Returns the folders with the sources of a module, without those inside of them.
  public static func folders(
    of module: String, in folder: String = "Sources"
  ) throws -> Set<String> {
    let root = sources(of: module, in: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return Set(
      paths.filter { $0.hasSuffix(".swift") }.map { $0.split(separator: "/") }
        .filter { $0.count > 1 }.map { String($0[0]) })
  }

  /// Returns the modules in a folder of the repository that are written in Swift.
  public static func modules(in folder: String = "Sources") throws -> Set<String> {
    let root = repository.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return Set(
      paths.filter { $0.hasSuffix(".swift") }.compactMap {
        $0.split(separator: "/").first.map(String.init)
      })
  }

  /// Returns `true` if a folder has the sources of a module.
  static func hasSources(of module: String, in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: sources(of: module, in: folder).path)
  }

  /// Returns the folder with the sources of a module.
  public static func sources(of module: String, in folder: String = "Sources") -> URL {
    repository.appendingPathComponent("\(folder)/\(module)")
  }

  /// The folder of the repository.
  public static var repository: URL {
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
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
