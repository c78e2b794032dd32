/// The name, version and namespace of a catalog in its file.
struct PresetFileHead: Equatable {
  var catalog: String?
  var version: Int?
  var namespace: String?

  init() {}

  init(_ catalog: PresetCatalog) {
    self.catalog = catalog.name
    version = catalog.version
    namespace = catalog.namespace
  }
}
