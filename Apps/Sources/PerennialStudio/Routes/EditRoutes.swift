import HardenedHTTP
import Hummingbird
import PerennialInspection

/// The forms that edit the store, and undo.
struct EditRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/edit") { request, _ in
      let object = try ObjectReference(FormFields(queryOf: request))
      return try pages.page(
        try await store.read { [store] in
          try EditPage(object.entity, key: object.key, store: $0, studio: store)
        })
    }
    router.get("/new") { request, _ in
      let entity = FormFields(queryOf: request)["entity"]
      return try pages.page(
        try await store.read { [store] in try EditPage(entity, key: nil, store: $0, studio: store) }
      )
    }
    router.post("/edit") { request, _ in
      let fields = try await FormFields(bodyOf: request)
      let object = try ObjectReference(fields)
      return try await save(fields, of: object.entity, key: object.key)
    }
    router.post("/new") { request, _ in
      let fields = try await FormFields(bodyOf: request)
      return try await save(fields, of: fields["entity"], key: nil)
    }
    router.get("/deletion") { request, _ in
      let object = try ObjectReference(FormFields(queryOf: request))
      return try pages.page(
        try await store.preview { [store] in
          try DeletionPage(object.entity, key: object.key, by: $0, store: $1, studio: store)
        })
    }
    router.post("/delete") { request, _ -> Response in
      let object = try ObjectReference(try await FormFields(bodyOf: request))
      let title = try await store.read { try $0.title(of: object.entity, key: object.key) }
      _ = try await store.edit("Deletion of \(title)") {
        try $0.delete(object.entity, key: object.key)
      }
      return .redirect(to: Address.rows(of: object.entity).text, type: .normal)
    }
    router.post("/undo") { request, _ in
      let number = Int(try await FormFields(bodyOf: request)["number"]) ?? 0
      return try await show(try await store.undo(number))
    }
    router.post("/redo") { request, _ in
      let number = Int(try await FormFields(bodyOf: request)["number"]) ?? 0
      return try await show(try await store.redo(number))
    }
  }

  /// The object of a form.
  private struct ObjectReference: Sendable {
    let entity: String
    let key: Int64

    init(_ fields: FormFields) throws {
      guard let key = Int64(fields["key"]) else { throw HTTPError(.notFound) }
      (entity, self.key) = (fields["entity"], key)
    }
  }

  /// Saves a form. If its values are refused, returns the form with the reasons.
  private func save(_ fields: FormFields, of entity: String, key: Int64?) async throws -> Response {
    let form = try await store.read { try EditPage.form(of: entity, key, $0) }
    let edits = form.edits(fields)
    do {
      let title = try await store.read { store in
        try key.map { "Edit of \(try store.title(of: entity, key: $0))" } ?? "New \(entity)"
      }
      let step = try await store.edit(title) { editor in
        if let key {
          try editor.update(entity, key: key, edits)
        } else {
          try editor.insert(entity, edits)
        }
      }
      return .redirect(to: Address.row(of: entity, key: step.key).text, type: .normal)
    } catch let error as EditError {
      let page = try await store.read { [store] in
        try EditPage(entity, key: key, store: $0, studio: store, edits: edits, refusal: error)
      }
      return try pages.page(page, status: .unprocessableContent)
    }
  }

  /// Returns the page of the object that an undone edit concerns, or the table if the object does not exist.
  private func show(_ step: EditStep) async throws -> Response {
    let exists = try await store.read { try $0.excerpt(of: step.entity, key: step.key) != nil }
    let address = exists ? Address.row(of: step.entity, key: step.key) : .rows(of: step.entity)
    return .redirect(to: address.text, type: .normal)
  }
}

extension InspectedStore {
  /// Returns the name of an object in buttons.
  ///
  /// - Throws: ``MissingRow`` if it does not exist.
  fileprivate func title(of entity: String, key: Int64) throws -> String {
    guard let row = try excerpt(of: entity, key: key, length: 200) else {
      throw MissingRow(entity: entity, key: key)
    }
    return try label(of: row).text ?? "\(entity) \(key)"
  }
}
