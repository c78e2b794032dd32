import Foundation
import Testing

/// The files of each type: of its definition, and of its extensions. A type in many files is many types.
@Suite("Architecture: types")
struct TypeFilesTests {
  /// A type at the top level of a module.
  private struct TypeName: Hashable {
    let module: String
    let name: String
  }

  private struct SourceFile {
    let module: String
    let path: String
    let lines: [Substring]
  }

  private let files: [SourceFile]

  init() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    files = try ["Sources", "Apps/Sources"].flatMap { folder in
      let sources = root.appendingPathComponent(folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      return try paths.filter { $0.hasSuffix(".swift") }.map { path in
        let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
        return SourceFile(
          module: String(path.prefix { $0 != "/" }), path: "\(folder)/\(path)",
          lines: text.split(separator: "\n"))
      }
    }
  }

  @Test("No internal type is in more than 6 files")
  func internalTypes() {
    var internals: [TypeName: Set<String>] = [:]
    var publics: Set<TypeName> = []
    let definition =
      /^(?:@\S+ )*(?<modifiers>(?:\w+ )*)(?:class|struct|enum|actor|protocol) (?<name>\w+)/
    for file in files {
      for match in file.lines.compactMap({ $0.firstMatch(of: definition) }) {
        let type = TypeName(module: file.module, name: String(match.name))
        let words = match.modifiers.split(separator: " ")
        if words.contains("public") || words.contains("open") {
          publics.insert(type)
        } else {
          internals[type, default: []].insert(file.path)
        }
      }
    }
    let modules = Dictionary(grouping: internals.keys, by: \.name)
    for file in files {
      for match in file.lines.compactMap({ $0.firstMatch(of: /^(?:\w+ )?extension (\w+)/) }) {
        let own = TypeName(module: file.module, name: String(match.1))
        if publics.contains(own) { continue }
        let others = modules[own.name] ?? []
        guard let type = internals[own] == nil ? others.first : own,
          internals[own] != nil || others.count == 1
        else { continue }
        internals[type]?.insert(file.path)
      }
    }
    #expect(internals.count > 500)
    for (type, paths) in internals where paths.count > 6 {
      Issue.record("\(type.module).\(type.name) is in \(paths.count) files: \(paths.sorted())")
    }
  }
}
