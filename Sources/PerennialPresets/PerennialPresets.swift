// Conflicts and their rules are part of the interface of catalogs.

@_exported public import PerennialRecords
