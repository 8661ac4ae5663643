import { CatalogAndReadModel1763700000001 } from './first-release/1763700000001-catalog-and-read-model';
import { SearchDocuments1763700000002 } from './first-release/1763700000002-search-documents';
import { ArtifactsAndRuns1763700000003 } from './first-release/1763700000003-artifacts-and-runs';
import { Accounts1763700000004 } from './first-release/1763700000004-accounts';
import { RelatedItems1763700000006 } from './first-release/1763700000006-related-items';
import { ScanState1763700000007 } from './first-release/1763700000007-scan-state';
import { CheaperWrites1763700000008 } from './first-release/1763700000008-cheaper-writes';
import { RowHashes1763700000009 } from './first-release/1763700000009-row-hashes';
import { SearchesBesideWriters1763700000010 } from './first-release/1763700000010-searches-beside-writers';
import { FacetVersion1763700000011 } from './first-release/1763700000011-facet-version';
import { WordsNeverCounted1763700000012 } from './second-release/1763700000012-words-never-counted';
import { ArtifactSourcesAndIds1763700000013 } from './second-release/1763700000013-artifact-sources-and-ids';
import { ExternalSubjects1763700000015 } from './second-release/1763700000015-external-subjects';
import { ServedViews1763700000016 } from './second-release/1763700000016-served-views';
import { Collections1763700000017 } from './second-release/1763700000017-collections';
import { Spellings1763700000038 } from './third-release/1763700000038-spellings';
import { LexiconByLibrary1763700000048 } from './third-release/1763700000048-lexicon-by-library';
import { ProminenceByLibrary1763700000049 } from './third-release/1763700000049-prominence-by-library';
import { FacetsByKey1763700000050 } from './third-release/1763700000050-facets-by-key';
import { LibraryRevisions1763700000057 } from './third-release/1763700000057-library-revisions';
import { LoginAttempts1763700000067 } from './third-release/accounts/1763700000067-login-attempts';
import { UsernameSkeletons1763700000068 } from './third-release/accounts/1763700000068-username-skeletons';
import { TokenValidity1763700000069 } from './third-release/accounts/1763700000069-token-validity';
import { Browsing1763700000078 } from './third-release/1763700000078-browsing';
import { ServiceAccounts1763700000083 } from './third-release/accounts/1763700000083-service-accounts';
import { AuditLog1763700000084 } from './third-release/accounts/1763700000084-audit-log';
import { ActingServices1763700000085 } from './third-release/accounts/1763700000085-acting-services';
import { RightsByClaims1763700000086 } from './third-release/accounts/1763700000086-rights-by-claims';
import { DeriveAgain1763700000092 } from './third-release/1763700000092-derive-again';
import { RulesOfWords1763700001070 } from './third-release/1763700001070-rules-of-words';
import { IndexesOfRules1763700001071 } from './third-release/1763700001071-indexes-of-rules';
import { KeyedHistories1763700001075 } from './third-release/accounts/1763700001075-keyed-histories';
import { DatabaseRoles1763700001080 } from './third-release/1763700001080-database-roles';
import { KeyLifetimes1763700001120 } from './third-release/accounts/1763700001120-key-lifetimes';
import { SessionExchanges1763700001130 } from './third-release/accounts/1763700001130-session-exchanges';
import { RangesInSortIndexes1763700001110 } from './third-release/indexes/1763700001110-ranges-in-sort-indexes';
import { LibrariesInTermIndexes1763700001140 } from './third-release/indexes/1763700001140-libraries-in-term-indexes';
import { UsersInWatchIndex1763700001150 } from './third-release/indexes/1763700001150-users-in-watch-index';

/**
 * All migrations, oldest first. They are listed because TypeORM would load the files of a glob itself, outside of the
 * module registry of the test runner.
 */
export const MIGRATIONS = [
  CatalogAndReadModel1763700000001,
  SearchDocuments1763700000002,
  ArtifactsAndRuns1763700000003,
  Accounts1763700000004,
  RelatedItems1763700000006,
  ScanState1763700000007,
  CheaperWrites1763700000008,
  RowHashes1763700000009,
  SearchesBesideWriters1763700000010,
  FacetVersion1763700000011,
  WordsNeverCounted1763700000012,
  ArtifactSourcesAndIds1763700000013,
  ExternalSubjects1763700000015,
  ServedViews1763700000016,
  Collections1763700000017,
  Spellings1763700000038,
  LexiconByLibrary1763700000048,
  ProminenceByLibrary1763700000049,
  FacetsByKey1763700000050,
  LibraryRevisions1763700000057,
  LoginAttempts1763700000067,
  UsernameSkeletons1763700000068,
  TokenValidity1763700000069,
  Browsing1763700000078,
  ServiceAccounts1763700000083,
  AuditLog1763700000084,
  ActingServices1763700000085,
  RightsByClaims1763700000086,
  DeriveAgain1763700000092,
  RulesOfWords1763700001070,
  IndexesOfRules1763700001071,
  KeyedHistories1763700001075,
  DatabaseRoles1763700001080,
  RangesInSortIndexes1763700001110,
  KeyLifetimes1763700001120,
  SessionExchanges1763700001130,
  LibrariesInTermIndexes1763700001140,
  UsersInWatchIndex1763700001150,
];
