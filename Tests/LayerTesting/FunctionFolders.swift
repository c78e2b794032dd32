import CompilerIndex
import Foundation

/// The folders of functions, by the mangled names of their symbols, as the compiler's index records them.
public struct FunctionFolders {
  /// The folders, such as `PerennialSync/Engine`, by the beginnings of mangled names.
  private var folders: [String: String] = [:]

  /// Reads the functions of modules.
  ///
  /// - Parameter folder: The folder of the repository with the modules of a package.
  public init(of modules: [String], in folder: String = "Sources") throws {
    let (library, store) = try IndexStore.places()
    for module in modules {
      var definitions = Definitions(root: FolderUses.sources(of: module, in: folder).path + "/")
      try withUnsafeMutablePointer(to: &definitions) { context in
        let failure = compiler_index_visit(library, store, module, context) { context, found in
          guard let found else { return }
          context?.assumingMemoryBound(to: Definitions.self).pointee.add(found.pointee)
        }
        if let failure { throw IndexStore.Failure(String(cString: failure)) }
      }
      for (name, folder) in definitions.folders { folders[name] = "\(module)/\(folder)" }
    }
  }

  /// Returns the folder of a function or a closure; nil for another symbol, such as a thunk.
  ///
  /// - Parameter symbol: The mangled name. That of a closure begins with the name of its function.
  public func folder(of symbol: String) -> String? {
    if symbol.contains(/TA(T[QY]\d*_)?$/) { return nil }
    var beginning = Substring(symbol)
    while !beginning.isEmpty {
      if let folder = folders[String(beginning)] { return folder }
      beginning.removeLast()
    }
    return nil
  }
}

/// The functions and properties that the sources of a module define.
private struct Definitions {
  let root: String
  private(set) var folders: [String: String] = [:]

  init(root: String) { self.root = root }

  mutating func add(_ occurrence: compiler_index_occurrence) {
    guard occurrence.roles & UInt64(compiler_index_definition) != 0 else { return }
    let (path, symbol) = (occurrence.file.text, occurrence.symbol.text)
    guard path.hasPrefix(root), symbol.hasPrefix("s:") else { return }
    let file = path.dropFirst(root.count)
    let name = "$s\(symbol.dropFirst(2))"
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    switch occurrence.kind {
    // Functions and methods.
    case 12, 16, 17, 18: folders[name] = folder
    // Initialisers, which have a second symbol that allocates: “…fc” and “…fC”.
    case 22: folders[String(name.dropLast())] = folder
    // Properties, whose accessors have the same beginning.
    case 13, 19, 20, 21:
      for end in ["p", "pZ"] where name.hasSuffix("v\(end)") {
        folders[String(name.dropLast(end.count))] = folder
      }
    default: break
    }
  }
}
