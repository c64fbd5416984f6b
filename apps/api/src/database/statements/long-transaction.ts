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
  return manager.transaction(async (transaction) => {
    const client = (await transaction.queryRunner?.connect()) as TimedClient;
    const usual = client.connectionParameters;
    client.connectionParameters = { ...usual, query_timeout: LONGEST_MS };
    try {
      await transaction.query(LONG);
      return await work(transaction);
    } finally {
      client.connectionParameters = usual;
    }
  });
}
