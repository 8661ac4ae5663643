/**
 * All migrations. With a file pattern instead of this list, TypeORM would load the files outside of Jest's module
 * registry, as second copies of the classes.
 */
export { CatalogAndReadModel1763700000001 } from './first-release/1763700000001-catalog-and-read-model';
export { SearchDocuments1763700000002 } from './first-release/1763700000002-search-documents';
export { ArtifactsAndRuns1763700000003 } from './first-release/1763700000003-artifacts-and-runs';
export { Accounts1763700000004 } from './first-release/1763700000004-accounts';
export { RelatedItems1763700000006 } from './first-release/1763700000006-related-items';
export { ScanState1763700000007 } from './first-release/1763700000007-scan-state';
export { CheaperWrites1763700000008 } from './first-release/1763700000008-cheaper-writes';
export { RowHashes1763700000009 } from './first-release/1763700000009-row-hashes';
export { SearchesBesideWriters1763700000010 } from './first-release/1763700000010-searches-beside-writers';
export { FacetVersion1763700000011 } from './first-release/1763700000011-facet-version';
export { WordsNeverCounted1763700000012 } from './second-release/1763700000012-words-never-counted';
export { ArtifactSourcesAndIds1763700000013 } from './second-release/1763700000013-artifact-sources-and-ids';
export { ExternalSubjects1763700000015 } from './second-release/1763700000015-external-subjects';
export { ServedViews1763700000016 } from './second-release/1763700000016-served-views';
export { Collections1763700000017 } from './second-release/1763700000017-collections';
export { Spellings1763700000038 } from './third-release/1763700000038-spellings';
export { LexiconByLibrary1763700000048 } from './third-release/1763700000048-lexicon-by-library';
export { ProminenceByLibrary1763700000049 } from './third-release/1763700000049-prominence-by-library';
export { FacetsByKey1763700000050 } from './third-release/1763700000050-facets-by-key';
export { LibraryRevisions1763700000057 } from './third-release/1763700000057-library-revisions';
export { LoginAttempts1763700000067 } from './third-release/accounts/1763700000067-login-attempts';
export { UsernameSkeletons1763700000068 } from './third-release/accounts/1763700000068-username-skeletons';
export { TokenValidity1763700000069 } from './third-release/accounts/1763700000069-token-validity';
export { Browsing1763700000078 } from './third-release/1763700000078-browsing';
export { ServiceAccounts1763700000083 } from './third-release/accounts/1763700000083-service-accounts';
export { AuditLog1763700000084 } from './third-release/accounts/1763700000084-audit-log';
export { ActingServices1763700000085 } from './third-release/accounts/1763700000085-acting-services';
export { RightsByClaims1763700000086 } from './third-release/accounts/1763700000086-rights-by-claims';
export { DeriveAgain1763700000092 } from './third-release/1763700000092-derive-again';
export { RulesOfWords1763700001070 } from './third-release/1763700001070-rules-of-words';
export { IndexesOfRules1763700001071 } from './third-release/1763700001071-indexes-of-rules';
export { KeyedHistories1763700001075 } from './third-release/accounts/1763700001075-keyed-histories';
export { DatabaseRoles1763700001080 } from './third-release/1763700001080-database-roles';
export { RangesInSortIndexes1763700001110 } from './third-release/indexes/1763700001110-ranges-in-sort-indexes';
export { KeyLifetimes1763700001120 } from './third-release/accounts/1763700001120-key-lifetimes';
export { SessionExchanges1763700001130 } from './third-release/accounts/1763700001130-session-exchanges';
export { UsersInWatchIndex1763700001150 } from './third-release/indexes/1763700001150-users-in-watch-index';
export { TermsByLibrary1763700001160 } from './third-release/indexes/1763700001160-terms-by-library';
