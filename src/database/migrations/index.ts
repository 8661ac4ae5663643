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

/** Every migration, oldest first. A list and no glob: globs load modules behind the test runner's back. */
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
];
