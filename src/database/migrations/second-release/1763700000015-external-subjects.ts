import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Accounts of external issuers are now found by the exact `sub` claim of the token. Existing accounts have their
 * subject, a UUID, in lower case. They are marked, and the user's next token sets the subject to the spelling of the
 * issuer.
 */
export class ExternalSubjects1763700000015 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN subject_folded boolean NOT NULL DEFAULT false');
    await runner.query('UPDATE users SET subject_folded = true WHERE subject IS NOT NULL');
    // The unique key on issuer and subject does not prevent duplicates with a null, because nulls are distinct in it.
    await runner.query(`ALTER TABLE users ADD CONSTRAINT users_external_ck
      CHECK ((issuer IS NULL) = (subject IS NULL))`);
  }
}
