import SwiftData

@testable import Fixtures

/// The operations that both a context and its model perform.
enum GalleryOperation: Sendable {
  case insert(Int, GalleryModel.Kind, partner: Int?)
  case rename(Int, Int)
  case rate(Int, Int)
  /// Sets a to-one relationship from its own side.
  case refer(Int, Link, to: Int?)
  /// Changes a collection by adding, removing, or assigning all of it.
  case add(Int, Link, to: Int)
  case remove(Int, Link, from: Int)
  case assign([Int], Link, to: Int)
  case delete(Int)
  case save
  case rollback
  case transaction(Int, Int)
  case fetch(least: Int, limit: Int, offset: Int, descending: Bool)
  case fetchRelated(Int)
  case look

  /// A relationship, named from the side that is changed.
  enum Link: CaseIterable, Sendable {
    case artistStudio, artistBadge, artistMentor, badgeArtist, styleOrigin, prizeStudio
    case studioArtists, studioPrizes, artistStyles, artistPupils, styleArtists

    static let toOne: [Link] = [
      .artistStudio, .artistBadge, .artistMentor, .badgeArtist, .styleOrigin, .prizeStudio,
    ]
    static let toMany: [Link] = [
      .studioArtists, .studioPrizes, .artistStyles, .artistPupils, .styleArtists,
    ]

    var owner: GalleryModel.Kind {
      switch self {
      case .artistStudio, .artistBadge, .artistMentor, .artistStyles, .artistPupils: .artist
      case .badgeArtist: .badge
      case .styleOrigin, .styleArtists: .style
      case .prizeStudio: .prize
      case .studioArtists, .studioPrizes: .studio
      }
    }

    var target: GalleryModel.Kind {
      switch self {
      case .artistStudio, .styleOrigin, .prizeStudio: .studio
      case .artistBadge: .badge
      case .artistMentor, .badgeArtist, .studioArtists, .artistPupils, .styleArtists: .artist
      case .artistStyles: .style
      case .studioPrizes: .prize
      }
    }
  }
}

/// A model of the gallery, whatever its class.
protocol Exhibit: PersistentModel {
  var number: Int { get }
  var name: String { get set }
  var score: Int { get set }
}

extension Studio: Exhibit {}
extension Artist: Exhibit {}
extension Badge: Exhibit {}
extension Style: Exhibit {}
extension Prize: Exhibit {}
