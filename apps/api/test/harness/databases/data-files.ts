import { join } from 'node:path';
import type { DatabaseUrls } from '../../../src/database/data-source-options';
import { bytesOf, filesBelow } from './files-below';
import { asSuperuser } from './test-databases';

/** The files of the server in which a text stands, but for the write-ahead log and other tests' databases. */
export async function dataFilesWith({ panel, memory }: DatabaseUrls, text: string): Promise<string[]> {
  const { rows } = await asSuperuser((client) =>
    client.query<{ data_directory: string; others: string[] }>(
      `select current_setting('data_directory') as data_directory,
              array(select oid::text from pg_database where datname <> all($1)) as others`,
      [[panel, memory].map(({ url }) => new URL(url).pathname.slice(1))],
    ),
  );
  const { data_directory } = rows[0]!;
  const others = new Set(rows[0]!.others.map((oid) => join(data_directory, 'base', oid)));
  const isLeftOut = (path: string) => others.has(path) || path.includes('pg_wal');
  return filesBelow(data_directory, isLeftOut).filter((file) => bytesOf(file).includes(text));
}
