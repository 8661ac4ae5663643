import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { distribute } from '../../../src/database/distribution/distribute';
import { migrate } from '../../../src/database/schema/migrate';
import { setUp } from '../set-up';
import { runSql } from '../databases/sql';
import { withDatabase } from '../databases/test-server';

/** A database on all nodes of a Citus cluster. */
export interface CitusDatabase {
  readonly name: string;
  /** URL of the database on the coordinator. */
  readonly url: string;
  /** Runs a statement on the coordinator and returns its rows. */
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Drops the database on all nodes and closes its open connections. */
  drop(): Promise<void>;
}

/** Creates a database without tables on the cluster whose coordinator has the URL. */
export async function createCitusDatabase(coordinator: string): Promise<CitusDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const nodes = await runSql<{ host: string; port: number; groupid: number }>(
    coordinator,
    'SELECT nodename AS host, nodeport AS port, groupid FROM pg_dist_node ORDER BY groupid',
  );
  const urls = nodes.map(({ host, port }) => {
    const url = new URL(coordinator);
    url.hostname = host;
    url.port = String(port);
    return url.toString();
  });
  return setUp(async (closings) => {
    for (const node of urls) {
      closings.add(() => dropDatabase(node, name));
      await runSql(node, `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0`);
      await runSql(withDatabase(node, name), 'CREATE EXTENSION citus');
    }
    const url = withDatabase(coordinator, name);
    for (const { host, port, groupid } of nodes) {
      const add = groupid === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
      await runSql(url, `SELECT ${add}($1, $2)`, [host, port]);
    }
    return {
      name,
      url,
      query: (statement, values) => runSql(url, statement, values),
      drop: () => closings.close(),
    };
  });
}

/** Creates a database with the tables of the service, distributed over the nodes. */
export async function createDistributedDatabase(coordinator: string): Promise<CitusDatabase> {
  return setUp(async (closings) => {
    const database = await createCitusDatabase(coordinator);
    closings.add(() => database.drop());
    await migrate(database.url);
    await distribute(database.url, () => undefined);
    return database;
  });
}

/** Number of attempts to drop a database. */
const DROP_ATTEMPTS = 6;

/**
 * Drops a database. A drop waits five seconds for the end of connections. On a busy machine, connections that Citus
 * opened may need longer, so a drop that fails is repeated.
 */
async function dropDatabase(node: string, name: string, attempts = DROP_ATTEMPTS): Promise<void> {
  try {
    await runSql(node, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
  } catch (error) {
    if (attempts === 1) throw error;
    await dropDatabase(node, name, attempts - 1);
  }
}
