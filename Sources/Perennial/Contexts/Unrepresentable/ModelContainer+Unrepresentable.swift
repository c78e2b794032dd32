extension ModelContainer {
  /// The stored values that contexts of the container have read and that the types of their properties
  /// cannot represent.
  ///
  /// The array has the first 1,000 of these values, without those that have been replaced or deleted since.
  /// A fetch does not fail for such a value. An optional property reads nil, and a property with a declared
  /// default reads the default. Otherwise fetches leave the object out. Each kind of value is logged once.
  ///
  /// ```swift
  /// for value in container.unrepresentableValues { print(value) }
  /// ```
  ///
  /// O(n) queries for n values.
  public final var unrepresentableValues: [UnrepresentableValue] {
    coordinator.unrepresentable.all { entry in
      let store = coordinator.stores[entry.store]
      do {
        let connection = try store.lendReader()
        defer { store.takeBack(connection) }
        let stored = try connection.first(
          "SELECT \(SQLName.quoted(entry.column)) FROM \(SQLName.quoted(entry.table)) WHERE _pk = ?",
          [.integer(entry.rowID)]
        ) { $0.value() }
        return stored == entry.stored
      } catch {
        // A store that cannot be read at the moment says nothing about the value.
        return true
      }
    }
  }
}
