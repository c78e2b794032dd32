import Foundation
import PerennialSQLite

extension _Storage {
  /// A value that may be too large for its row: an attribute with the option `.externalStorage`.
  ///
  /// A small value is in the row, after a byte that marks it. For a large value, the row has the name
  /// of a file. The file is read when the property is read.
  public struct ExternalSlot<Content: ExternalContent>: Slot {
    /// The type of the property.
    public typealias Value = Content.Value

    private enum State {
      /// No value is loaded.
      case empty
      case value(Value)
      case file(ExternalFile<Value>)
    }

    private var state: State

    /// Creates a slot without a value.
    public init() { state = .empty }

    public init(_ row: inout Row) {
      if row._isNull {
        row.skip(1)
        state = (Any?.none as? Value).map(State.value) ?? .empty
        return
      }
      let statement = row.statement
      let decoded = row.bytes { bytes in
        Result {
          try Self.decode(bytes, in: ExternalColumn.directory(of: sqlite3_db_handle(statement)))
        }
      }
      switch decoded {
      case .success(let state): self.state = state
      case .failure(let error):
        state = .empty
        row.failBehind(error)
      }
    }

    private static func decode(
      _ bytes: UnsafeRawBufferPointer, in directory: @autoclosure () -> String
    ) throws -> State {
      let rest = bytes.dropFirst()
      switch bytes.first {
      case ExternalColumn.inline: return .value(try Content._value(from: Data(rest)))
      case ExternalColumn.file:
        let name = String(decoding: rest, as: UTF8.self)
        return .file(ExternalFile(ExternalLocation(directory: directory(), name: name)))
      default:
        throw SwiftDataError.storeFailure.because(
          "\(bytes.count) bytes begin neither with 1 nor with 2, as external storage requires")
      }
    }

    public func _bind(_ binder: inout Binder) {
      do {
        switch state {
        case .empty: binder.bindNull()
        case .value(let value):
          guard let data = try Content._data(of: value) else { return binder.bindNull() }
          binder.bind(external: data)
        case .file(let file):
          try binder.bind(external: file.location) {
            try file.value.flatMap { try Content._data(of: $0) }
          }
        }
      } catch let error as SwiftDataError where error == .storeFailure {
        binder.fail(error)
      } catch {
        binder.fail((error as? SwiftDataError)?.explanation ?? "\(error)")
      }
    }

    /// Sets the first value.
    public mutating func initialize(_ value: Value) { state = .value(value) }

    /// Sets a new value. The save writes it to a file if it is too large for a row.
    public mutating func replace(_ value: Value) { state = .value(value) }

    // MARK: Reading

    /// Returns the value. A value in a file is read on the first access, and a replacement is
    /// returned if the file cannot be read.
    public func get(_ owner: some PersistentModel, _ index: Int) -> Value {
      switch state {
      case .empty: return _Model.missingValue(Value.self, of: owner, at: index)
      case .value(let value): return value
      case .file(let file): return Self.read(file, of: owner, at: index)
      }
    }

    /// - Parameter file: Owned, because the slot may be replaced in the meantime.
    private static func read(
      _ file: consuming ExternalFile<Value>, of owner: some PersistentModel, at index: Int
    ) -> Value {
      do {
        return try file.load(Content._value)
      } catch {
        let isNew = !file.isReported
        // A read that can throw reports the failure at once, and the next save need not report it.
        let isAwaited = owner._$header.pointee.modelGraph?.throwsUnreadable == true
        // Set before the row is read again, which copies the flag to the slot's new file.
        if !isAwaited { file.isReported = true }
        if let value = reloaded(file, of: owner, at: index) { return value }
        let failure = failure(error, of: owner, at: index)
        if isAwaited {
          owner._$header.pointee.modelGraph?.noteUnreadable(failure)
        } else {
          report(failure, isNew: isNew, owner)
        }
        return MissingValue.replacement(Value.self, of: Swift.type(of: owner), index)
      }
    }

    /// Returns the value after the row was read again. Another context or process may have changed
    /// the value, and the file of the former value is gone.
    private static func reloaded<Owner: PersistentModel>(
      _ file: ExternalFile<Value>, of owner: Owner, at index: Int
    ) -> Value? {
      let header = owner._$header
      guard let graph = header.pointee.modelGraph, header.pointee.isStored,
        !header.pointee.state.contains(.inserted),
        !header.pointee.dirty.contains(property: index)
      else { return nil }
      graph.markStale(owner, PropertyMask(property: index))
      graph.reload(owner)
      var reader = Reader()
      owner._$visit(index, &reader)
      switch reader.slot?.state {
      case .value(let value): return value
      case .file(let other) where other.location != file.location:
        return try? other.load(Content._value)
      case .file(let other):
        other.isReported = file.isReported
        return nil
      case .empty, nil: return nil
      }
    }

    private struct Reader: SlotVisitor {
      var slot: ExternalSlot?
      mutating func visit<S: Slot>(_ slot: inout S) { self.slot = slot as? ExternalSlot }
    }

    private static func failure(
      _ error: any Error, of owner: some PersistentModel, at index: Int
    ) -> SwiftDataError {
      let layout = ModelLayout.of(model: owner)
      let reason = (error as? SwiftDataError)?.explanation ?? "\(error)"
      return .missingExternalFile.because(
        "\(layout.entityName).\(layout.properties[index].name) cannot be read: \(reason)",
        [owner.persistentModelID])
    }

    /// Reports that a value cannot be read. A getter cannot throw, so the context's next save throws
    /// the failure. Reads that can throw do so themselves (``ObjectGraph/throwingUnreadable(_:)``).
    private static func report(
      _ failure: SwiftDataError, isNew: Bool, _ owner: some PersistentModel
    ) {
      let failure = failure.because(
        "\(failure.explanation). The property reads as an empty value", failure.identifiers)
      if let graph = owner._$header.pointee.modelGraph, isNew {
        graph.refuse(failure)
      } else {
        Log.model.error("\(failure)")
      }
    }

    public func _constant() throws -> Value? {
      switch state {
      case .empty: nil
      case .value(let value): value
      case .file(let file): try file.load(Content._value)
      }
    }

    /// Loads the value, because a copy of the slot may be read after the file was removed.
    public func _retain() {
      if case .file(let file) = state { _ = try? file.load(Content._value) }
    }

    public var _sqlValue: SQLValueBox {
      get throws {
        switch state {
        case .value(let value):
          guard let data = try Content._data(of: value) else { return SQLValueBox(.null) }
          return SQLValueBox(.blob(ExternalColumn.inlined(data)))
        case .file(let file):
          return SQLValueBox(.blob(ExternalColumn.reference(file.location.name)))
        case .empty: return SQLValueBox(.null)
        }
      }
    }

    public static var _description: SlotDescription {
      let isOptional = Value.self is any OptionalValue.Type
      return SlotDescription(
        kind: .attribute, column: ColumnType(.blob, isNullable: isOptional),
        isOptional: isOptional, valueType: Value.self, isComparable: false, isExternal: true)
    }
  }
}
