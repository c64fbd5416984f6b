import type { DataSource, EntityManager } from 'typeorm';

const LONG = `set local statement_timeout = '120s'`;
/** A little longer than the server's own limit. */
const LONGEST_MS = 121_000;

/** What pg reads for each statement, which its types lack. */
interface TimedClient {
  connectionParameters: { query_timeout: number | false };
}

/** A transaction whose statements may touch very many rows: each has two minutes. */
export function inLongTransaction<Result>(
  { manager }: Pick<DataSource, 'manager'>,
  work: (transaction: EntityManager) => Promise<Result>,
): Promise<Result> {
  return manager.transaction((transaction) => withLongStatements(transaction, () => work(transaction)));
}

/** The same for a part of a transaction. The driver has a limit of its own, which would end them as early as any other. */
export async function withLongStatements<Result>(
  transaction: EntityManager,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = (await transaction.queryRunner?.connect()) as TimedClient;
  const usual = client.connectionParameters;
  client.connectionParameters = { ...usual, query_timeout: LONGEST_MS };
  try {
    await transaction.query(LONG);
    return await work();
  } finally {
    client.connectionParameters = usual;
  }
}
