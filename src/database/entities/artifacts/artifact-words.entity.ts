import { ViewEntity } from 'typeorm';

/**
 * View for the search for words in artifacts: ids and hashed words of active artifacts, without texts. PostgreSQL
 * cannot use the index of the words on a table with row-level security, because `@>` is not leak-proof. Therefore, the
 * command `roles` gives the view to an owner that sees all rows. The search then reads the artifacts that it found
 * from the table, where row-level security applies. Migrations create the view.
 */
@ViewEntity({
  name: 'intelligence_artifact_words',
  expression: `SELECT partition_id, owner_key, artifact_id, library_id, media_id, kind, search_keys, created_at
    FROM intelligence_artifacts WHERE status = 'active'`,
  synchronize: false,
})
export class ArtifactWordsEntity {}
