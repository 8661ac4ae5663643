/**
 * Statements on distributed tables whose text does not name one library for each table, with the reasons. Paths are
 * below `src`. Add a statement only if it cannot name one library.
 */

/**
 * Statements that run unchanged on a distributed database. Citus runs each one on the nodes that have its rows, and
 * combines the results. The partition of an artifact is its library, or else its owner. A join "by partition" compares
 * the columns by which both tables are distributed, so that each node joins its own rows. The directory is
 * `media_directory`, the table that names the library of each item. A caller's artifact hides the global artifact with
 * the same id.
 */
export const MULTI_SHARD_STATEMENTS: Readonly<Record<string, string>> = {
  'artifacts/artifacts.repository.ts#VISIBILITY_SQL': 'one table; looks an id up on all nodes',
  'artifacts/artifacts.repository.ts#ARTIFACTS_WITH_ID': 'one table; looks an id up on all nodes',
  'artifacts/writing/artifact-graph.store.ts#DEPENDENTS_SQL': 'one table; derived artifacts may be in other libraries',
  'artifacts/writing/artifact-graph.store.ts#SOURCES_SQL': 'one table; the sources of many artifacts',
  'artifacts/writing/artifact.sql.ts#HAS_NAMESAKE': 'one table; looks an id up on all nodes',
  'artifacts/writing/artifact.sql.ts#MARK_NAMESAKES': 'one table; marks the artifacts with an id on all nodes',
  'artifacts/writing/artifact.sql.ts#ARTIFACT_PARTITIONS': 'one table; looks an id up on all nodes',
  'catalog/catalog.sql.ts#UPSERT_LIBRARIES_SQL': 'the coordinator sends each row of a batch to its node',
  'catalog/catalog.sql.ts#UPSERT_MEDIA_SQL': 'the coordinator sends each row of a batch to its node',
  'catalog/catalog.sql.ts#UPSERT_WATCH_STATES_SQL': 'the coordinator sends each row of a batch to its node',
  'catalog/catalog.sql.ts#knownLibraries': 'one table; the libraries of a batch',
  'catalog/catalog.sql.ts#knownMedia': 'one table; a batch may name items of other libraries',
  'catalog/catalog.sql.ts#knownWatchStates': 'one distributed table, and the reference table `users`',
  'catalog/removal/catalog-removal.store.ts#readLibraryIds': 'one table; the libraries of a batch',
  'catalog/removal/removal.sql.ts#READ_TARGETS_SQL': 'one table; the libraries of the items are not known yet',
  'catalog/scanner/scan-state.store.ts#listRoots': 'one table with one row for each library',
  'database/distribution/distribute.ts#removeLocalRows': 'one table; updates the statistics of all nodes',
  'database/distribution/distributed-reads.ts#DIRECTORY': 'reads the directory, which is distributed by item',
  'database/distribution/distributed-reads.ts#STATE_ROWS':
    'no joins; finds libraries, and artifacts that hide global ones',
  'database/distribution/media-directory.ts#ADD_SQL': 'writes the directory, which is distributed by item',
  'database/distribution/media-directory.ts#removeFromDirectory': 'writes the directory, which is distributed by item',
  'database/locks/library-lock.ts#lockLibrariesShared': 'one table; the libraries of the items are not known yet',
  'database/read-revisions.ts#ALL_REVISIONS': 'one table with one row for each library',
  'database/read-revisions.ts#VISIBLE_REVISIONS': 'one table with one row for each library',
  'ops/readiness.repository.ts#QUEUE_COUNTS': 'one table; counts the queue of all libraries',
  'ops/readiness.repository.ts#LAG': 'one table; the oldest entry of the queue in all libraries',
  'overview/overview.sql.ts#FACET_SAMPLES': 'one table; the values of some libraries',
  'overview/overview.sql.ts#SUMMED_FACET_COUNTS': 'one table; the nodes add up their counts of values',
  'overview/overview.sql.ts#SUMMED_FACET_TOTALS': 'one table; the nodes add up their totals',
  'read-model/artifacts/artifact-staleness.store.ts#DEPENDENTS_OF_ARTIFACTS_SQL':
    'one table; derived artifacts may be in other libraries',
  'read-model/artifacts/artifact-staleness.store.ts#DEPENDENTS_OF_MEDIA_SQL':
    'one table; derived artifacts may be in other libraries',
  'read-model/artifacts/artifact-staleness.store.ts#DEPENDENTS_OF_LIBRARY_SQL':
    'joins by partition; derived artifacts may be in other libraries',
  'read-model/artifacts/watch-dependents.store.ts#EDGES_SQL':
    'joins by partition; derived artifacts may be in other libraries',
  'read-model/artifacts/watch-dependents.store.ts#HAS_EDGES_SQL':
    'one table; derived artifacts may be in other libraries',
  'read-model/media/media-table.ts#replaceSql': 'the coordinator sends each row of a batch to its node',
  'read-model/refresh/dirty-key.store.ts#DUE_ON_NODES_SQL':
    'one table; it finds the libraries with due entries of the queue',
  'read-model/refresh/dirty-key.store.ts#count': 'one table; counts the queue of all libraries',
  'read-model/refresh/artifact-comparison.ts#EDGES_SQL':
    'joins by partition; derived artifacts may be in other libraries',
  'read-model/refresh/artifact-comparison.ts#SOURCES_SQL': 'one table; derived artifacts may be in other libraries',
  'read-model/refresh/artifact-comparison.ts#WATCHED_SQL':
    'joins by partition; derived artifacts may be in other libraries',
  'read-model/refresh/drift.sql.ts#ARTIFACT_COUNT_DRIFT_SQL': 'joins by partition; compares all libraries',
  'read-model/refresh/drift.sql.ts#RECONCILED_LIBRARIES_SQL': 'no joins; it finds the libraries with rows',
  'read-model/refresh/drift.sql.ts#orphanedArtifacts': 'joins by partition; compares several libraries',
  'read-model/refresh/rederivation.ts#LIBRARIES_SQL': 'one table with one row for each library',
  'read-model/refresh/refresh-requests.ts#refreshLibraries': 'one table with one row for each library',
  'read-model/refresh/refresh-requests.ts#refreshMedia': 'one table; the library of the item is not known yet',
  'search/lexicon/lexicon.sql.ts#CATALOG_SQL': 'one table with one row for each library',
  'search/lexicon/lexicon.sql.ts#LAST_COUNT_SQL': 'one table with one row for each library',
  'search/lexicon/older-words.store.ts#COUNT_LEXICON_SQL': 'one table; counts words of all libraries',
  'search/lexicon/older-words.store.ts#LIBRARY_SQL':
    'one table; finds the next library with words that an earlier release derived',
  'search/lexicon/spelling.store.ts#WORDS_SQL': 'one table; the words of all libraries',
};

/**
 * Statements that run only on one PostgreSQL server. On a distributed database, the statement in the value does the
 * work, or a part of it.
 */
export const SINGLE_SERVER_STATEMENTS: Readonly<Record<string, string>> = {
  'artifacts/artifacts.repository.ts#SUCCESSOR_SQL': 'artifacts/artifacts.repository.ts#ARTIFACTS_WITH_ID',
  'artifacts/writing/artifact.sql.ts#INSERT_SQL': 'artifacts/writing/artifact.sql.ts#HAS_NAMESAKE',
  'candidates/retrieval/retrieval.sql.ts#titlesBetween': 'candidates/retrieval/retrieval.sql.ts#addBranch',
  'items/related/seed/related-seed.sql.ts#COUNTED_LEXEMES': 'items/related/seed/related-seed.sql.ts#SEED_COUNTS',
  'items/related/seed/related-seed.sql.ts#DOCUMENTS_TOTAL': 'items/related/seed/related-seed.sql.ts#SEED_COUNTS',
  'items/related/seed/related-seed.sql.ts#FACET_DOCUMENTS': 'items/related/seed/related-seed.sql.ts#SEED_COUNTS',
  'items/related/seed/related-seed.sql.ts#TITLES_TOTAL': 'items/related/seed/related-seed.sql.ts#SEED_COUNTS',
  'database/read-revisions.ts#SNAPSHOT_LIBRARIES': 'database/distribution/distributed-reads.ts#STATE_ROWS',
  'items/related/related.sql.ts#candidatesStatement': 'items/related/related.sql.ts#CANDIDATE_ROWS',
  'ops/readiness.repository.ts#STATE': 'ops/readiness.repository.ts#LAG',
  'overview/overview.sql.ts#SUMMED_FACET_VALUES': 'overview/overview.sql.ts#SUMMED_FACET_COUNTS',
  'overview/overview.sql.ts#sumOf': 'overview/overview.sql.ts#SUMMED_FACET_COUNTS',
  'read-model/artifacts/page/artifact-scans.sql.ts#librariesOf':
    'database/distribution/distributed-reads.ts#STATE_ROWS',
  'read-model/artifacts/artifact-provenance.ts#SOURCES_SQL': 'read-model/artifacts/distributed-provenance.ts#EDGES',
  'read-model/artifacts/watch-dependents.store.ts#DEPENDENTS_OF_STATES':
    'read-model/artifacts/watch-dependents.store.ts#EDGES_SQL',
  'read-model/refresh/dirty-key.store.ts#DUE_LIBRARIES_SQL': 'read-model/refresh/dirty-key.store.ts#DUE_ON_NODES_SQL',
  'search/lexicon/lexicon.sql.ts#OUTDATED_SQL': 'search/lexicon/lexicon.sql.ts#STATES_SQL',
  'search/lexicon/lexicon.sql.ts#CATALOG_AND_LAST_COUNT_SQL': 'search/lexicon/lexicon.sql.ts#LAST_COUNT_SQL',
};

/**
 * Fragments of statements, and statements in which only a fragment names the library. Each value says which fragment
 * names it, or why none does. The seed is the item whose related items are requested.
 */
export const STATEMENT_FRAGMENTS: Readonly<Record<string, string>> = {
  'artifacts/writing/artifact.sql.ts#COUNT_ACTIVE': 'counts the artifact of the same statement in its partition',
  'artifacts/writing/artifact.sql.ts#lockSql': 'the form for one partition names it in `where`',
  'artifacts/writing/artifact-sources.store.ts#ARTIFACTS': '`isInLibraries` names the partition of the artifact',
  'audit/runs/run-artifacts.sql.ts#artifactsOfCall': '`isVisibleArtifact` names the partition of the artifact',
  'audit/runs/run-artifacts.sql.ts#artifactsOfRun': '`isVisibleArtifact` names the partition of the artifact',
  'audit/runs/run-grounding.repository.ts#LABELS': '`isVisibleArtifact` names the partition of the artifact',
  'candidates/browse/browse-statement.sql.ts#history': '`callersWatchStates` and `isItemOf` name the library',
  'candidates/browse/browse-statement.sql.ts#matches': '`scopeConditions` names the library',
  'candidates/browse/browse-statement.sql.ts#sortIndexScans': '`isInLibrary` names the library',
  'candidates/browse/browse-statement.sql.ts#scanned': '`isItemOf` names the library',
  'candidates/browse/browse-statement.sql.ts#watched': '`callersWatchStates` and `isItemOf` name the library',
  'candidates/retrieval/spelling.sql.ts#countedWords': '`source` has words of the query or of a local table',
  'candidates/retrieval/retrieval.sql.ts#addIds': '`joinCondition` names the library',
  'candidates/retrieval/retrieval.sql.ts#addPerCondition': '`conditions` names the library',
  'candidates/retrieval/retrieval.sql.ts#addSorted': '`conditions` names the library',
  'candidates/retrieval/retrieval.sql.ts#addScanned': 'a separate parameter names the library',
  'candidates/retrieval/retrieval.sql.ts#addWatched': '`joinCondition` and `conditions` name the library',
  'candidates/retrieval/retrieval.sql.ts#addBranch': '`conditions` names the library',
  'database/copy/copy-rows.ts#unnamed': 'reads a temporary table of the connection',
  'database/distribution/table-distribution.ts#FILL_DIRECTORY_SQL': 'runs before the tables are distributed',
  'demo/isolation/demo-database.store.ts#listScannedRoots': 'the demo has a separate database on one server',
  'items/context/item-context.sql.ts#neighbourQuery': '`sibling` names the library',
  'items/context/item-context.sql.ts#progressQuery': '`isAvailableEpisodeOf` names the library',
  'grounding/cited-records.sql.ts#CITED_ARTIFACTS': '`isVisibleArtifact` names the partition of the artifact',
  'items/next-up/next-up.sql.ts#NEXT_UP': '`stateOf` names the library',
  'items/related/related-positions.sql.ts#hierarchyQueries': 'a parameter names the library of the seed',
  'items/related/related-positions.sql.ts#nearInTime': 'a parameter names the library of the seed',
  'items/related/related-positions.sql.ts#parentItems': 'a parameter names the library of the seed',
  'items/related/related-positions.sql.ts#episodesByDistance': 'a parameter names the library of the seed',
  'items/related/related-positions.sql.ts#nextUnwatched': 'a parameter names the library of the seed',
  'read-model/artifacts/artifact-counts.ts#hiddenArtifactsSql': 'on a distributed database, `has` names the partition',
  'read-model/artifacts/artifact-ids.ts#artifactIdsOf': '`isInLibrary` names the partition',
  'read-model/artifacts/artifact-owners.ts#isNotHiddenByOwnArtifact':
    'on a distributed database, `isNotNamesake` compares ids and reads no table',
  'read-model/artifacts/page/artifact-page.sql.ts#artifactPageStatement': '`values.inPartition` names the partition',
  'read-model/artifacts/page/artifact-page.sql.ts#listedPage': '`values.inPartition` names the partition',
  'read-model/artifacts/page/artifact-scans.sql.ts#restrictionsOf': '`itemsOf` reads parameters and no table',
  'read-model/artifacts/page/artifact-search.sql.ts#searchedPage': '`values.inPartition` names the partition',
  'read-model/artifacts/page/artifact-page-query.ts#unnamed': '`library` names the partition',
  'artifacts/writing/artifact.sql.ts#SOURCES_SQL': 'reads the artifact and inserts the sources in the partition `$1`',
  'read-model/artifacts/artifact-staleness.store.ts#demoteSql': '`inPartition` names the partition',
  'read-model/artifacts/artifact-staleness.store.ts#makeCountsSql': '`inPartition` names the partition',
  'read-model/artifacts/watch-dependents.store.ts#JOIN_ACTIVE_ARTIFACTS':
    'joins by the partition of the artifact sources',
  'read-model/artifacts/watch-dependents.store.ts#seasonsOf': 'the caller of the function passes the library',
  'read-model/artifacts/watch-state.sql.ts#watchStateHashOf': 'the caller of the function passes the library',
  'read-model/artifacts/watch-state.sql.ts#watchStateWhere': 'the caller of the function passes the condition',
  'search/lexicon/lexicon.sql.ts#COUNT_SLICE_SQL': 'puts the library into the statement that it runs',
};
