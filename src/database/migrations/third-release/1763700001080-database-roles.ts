import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates a view and two functions that the roles of the command `roles` need. The view has the columns that a search
 * for words in artifacts reads, without texts. The functions run with the rights of the migrating role, because only
 * the owner of an index or a table may do their work.
 */
export class DatabaseRoles1763700001080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE VIEW intelligence_artifact_words AS
      SELECT partition_id, owner_key, artifact_id, library_id, media_id, kind, search_keys, created_at
        FROM intelligence_artifacts WHERE status = 'active'`);
    await runner.query(`CREATE FUNCTION intelligence_merge_postings(indexes text[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $merge$
      BEGIN PERFORM gin_clean_pending_list(name::regclass) FROM unnest(indexes) AS name; END $merge$`);
    await runner.query(`CREATE FUNCTION intelligence_analyze(tables text[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $analyze$
      DECLARE name text;
      BEGIN FOREACH name IN ARRAY tables LOOP EXECUTE format('ANALYZE %s', name::regclass); END LOOP; END $analyze$`);
    for (const name of ['merge_postings', 'analyze']) {
      await runner.query(`REVOKE EXECUTE ON FUNCTION intelligence_${name}(text[]) FROM PUBLIC`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION intelligence_analyze(text[])');
    await runner.query('DROP FUNCTION intelligence_merge_postings(text[])');
    await runner.query('DROP VIEW intelligence_artifact_words');
  }
}
