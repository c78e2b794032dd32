import CookbookModel
import HTTPTypes
import Hummingbird
import PerennialSync
import HardenedHTTP

/// The pages about the sync with a hub.
struct SyncRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/sync") { request, _ in
      let notice = Notice(FormFields(queryOf: request))
      return try pages.page(try await page(SignInForm(try book.hubSync), notice: notice))
    }
    addSigningIn(to: router)
    addSigningOut(to: router)
    addDevices(to: router)
    addSwitches(to: router)
    addConflicts(to: router)
  }

  private func page(
    _ form: SignInForm, notice: Notice? = nil, failure: String? = nil
  ) async throws -> SyncPage {
    let sync = try book.hubSync
    return SyncPage(
      sync, listing: await DeviceListing(of: sync), form: form, notice: notice, failure: failure)
  }

  private func addSigningIn(to router: Router<some RequestContext>) {
    router.post("/sync/sign-in") { request, _ in
      let sync = try book.hubSync
      let form = SignInForm(try await FormFields(bodyOf: request))
      if let mistake = form.mistake {
        return try pages.page(
          try await page(form, failure: mistake), status: .unprocessableContent)
      }
      do {
        try await sync.signIn(code: form.code, deviceName: form.deviceName)
      } catch let error as BookError {
        let content = try await page(form, failure: error.description)
        return try pages.page(content, status: .unprocessableContent)
      }
      return Response.seeOther("/sync", notice: .signedIn)
    }
  }

  private func addSigningOut(to router: Router<some RequestContext>) {
    router.get("/sync/sign-out") { _, _ in
      try pages.page(SignOutPage(try book.hubSync.status))
    }
    router.post("/sync/sign-out") { request, _ in
      let sync = try book.hubSync
      let isDeleting = try DataAtSignOut(try await FormFields(bodyOf: request)) == .delete
      do {
        try await sync.signOut(deletingRecipes: isDeleting)
      } catch let error as BookError {
        return try pages.page(
          SignOutPage(sync.status, failure: error.description), status: .badGateway)
      }
      return Response.seeOther("/sync", notice: isDeleting ? .cleared : .signedOut)
    }
  }

  private func addDevices(to router: Router<some RequestContext>) {
    router.post("/sync/code") { _, _ in
      try await book.hubSync.makePairingCode()
      return Response.seeOther("/sync")
    }
    router.get("/sync/devices/:device/revoke") { _, context in
      let device = try await book.hubSync.device(try context.parameters.require("device"))
      let name = device.name.isolated
      let page = ConfirmPage(
        frame: PageFrame(title: "Sign \(name) out"),
        heading: "Sign “\(name)” out?",
        explanation: """
          The device cannot sync any more until it is signed in again. Its recipes stay on it.
          """,
        action: "/sync/devices/\(device.id)/revoke",
        submit: "Sign the device out",
        cancel: "/sync"
      )
      return try pages.page(page)
    }
    router.post("/sync/devices/:device/revoke") { _, context in
      try await book.hubSync.revoke(try context.parameters.require("device"))
      return Response.seeOther("/sync", notice: .revoked)
    }
  }

  private func addSwitches(to router: Router<some RequestContext>) {
    router.post("/sync/offline") { request, _ in
      let fields = try await FormFields(bodyOf: request)
      try await book.hubSync.setOffline(fields["value"] == "1")
      return Response.seeOther("/sync")
    }
    router.post("/sync/retry") { _, _ in
      try await book.hubSync.retry()
      return Response.seeOther("/sync")
    }
    router.post("/sync/adopt") { _, _ in
      try await book.hubSync.adoptAccount()
      return Response.seeOther("/sync", notice: .adopted)
    }
  }

  private func addConflicts(to router: Router<some RequestContext>) {
    router.get("/sync/conflicts") { request, _ in
      let conflicts = try await book.hubSync.conflicts()
      return try pages.page(
        ConflictsPage(conflicts, notice: Notice(FormFields(queryOf: request))))
    }
    router.post("/sync/conflicts/:conflict") { request, context in
      let fields = try await FormFields(bodyOf: request)
      let sync = try book.hubSync
      try await sync.resolve(context.conflictID(), keeping: BookConflict.Side(fields))
      return Response.seeOther("/sync/conflicts", notice: .decided)
    }
  }
}

/// The fate of the recipes on a device that is signed out.
enum DataAtSignOut: String {
  case keep, delete

  /// The choice in the field `data`; by default the recipes stay.
  init(_ fields: FormFields) throws {
    let text = fields["data"]
    guard let choice = text.isEmpty ? .keep : DataAtSignOut(rawValue: text) else {
      throw HTTPError(.badRequest, message: "“data” must be keep or delete.")
    }
    self = choice
  }
}

extension BookConflict.Side {
  /// The choice in the field `keep`.
  init(_ fields: FormFields) throws {
    guard let side = BookConflict.Side(rawValue: fields["keep"]) else {
      throw HTTPError(.badRequest, message: "“keep” must be mine or theirs.")
    }
    self = side
  }
}

extension RequestContext {
  /// The number of a conflict in the path.
  func conflictID() throws -> BookConflict.ID {
    let text = try parameters.require("conflict")
    guard let id = Int64(text) else {
      throw HTTPError(.notFound, message: "“\(text)” isn't the number of a conflict.")
    }
    return id
  }
}

extension RecipeBook {
  /// The sync of the book.
  ///
  /// - Throws: ``BookError/noHub``.
  var hubSync: BookSync {
    get throws(BookError) {
      guard let sync else { throw .noHub }
      return sync
    }
  }
}
