import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// A suite whose tests save values of attributes and read them back, from a store in a directory of their own.
protocol SpecimenSuite {
  var directory: ScratchDirectory { get }
}

extension SpecimenSuite {
  var file: URL { directory.file("specimens.store") }

  /// Saves one object for each value, and reads them all in a new context; of a file, in a new
  /// container.
  func readBack<M: Specimen, Value>(
    _ values: [Value],
    _ keyPath: ReferenceWritableKeyPath<M, Value>,
    _ kind: StoreKind
  ) throws -> [Value] {
    let url = kind == .file ? file : nil
    var container = try specimenContainer(url)
    let context = ModelContext(container)
    for (number, value) in values.enumerated() {
      let specimen = M(order: number)
      specimen[keyPath: keyPath] = value
      context.insert(specimen)
    }
    try context.save()
    if kind == .file { container = try specimenContainer(url) }
    return try ModelContext(container).fetch(FetchDescriptor(sortBy: [SortDescriptor(M.byOrder)]))
      .map { $0[keyPath: keyPath] }
  }

  func check<M: Specimen, Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<M, Value>,
    _ values: [Value],
    _ kind: StoreKind,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try readBack(values, keyPath, kind) == values, sourceLocation: location)
  }

  /// Starts again with an empty file.
  func clear() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path) {
      try FileManager.default.removeItem(at: directory.file(name))
    }
  }
}

protocol Specimen: PersistentModel {
  init(order: Int)
  static var byOrder: any (KeyPath<Self, Int> & Sendable) { get }
}
extension ScalarSpecimen: Specimen {
  static var byOrder: any (KeyPath<ScalarSpecimen, Int> & Sendable) { \.order }
}
extension OptionalSpecimen: Specimen {
  static var byOrder: any (KeyPath<OptionalSpecimen, Int> & Sendable) { \.order }
}
extension CodableSpecimen: Specimen {
  static var byOrder: any (KeyPath<CodableSpecimen, Int> & Sendable) { \.order }
}
