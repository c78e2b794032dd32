/// The database of a hub.
///
/// An implementation keeps what a hub has acknowledged, also through a power cut, and makes each call one
/// transaction. It needs row locks and a unique index: no triggers, advisory locks or sequences. Decisions are
/// made by closures of values, so that all databases decide alike. A closure is called within the transaction,
/// possibly more than once.
///
/// Each subject has a protocol of its own, in the folder of the subject. Times are milliseconds since 1970 by the
/// hub's clock.
public protocol HubStorage:
  AccountStorage, AssetStorage, AuditStorage, DeviceStorage, StorageMaintenance, WebStorage,
  ZoneAnnouncements, ZoneStorage
{}
