import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo, type CopyStreamQuery } from 'pg-copy-streams';
import type { DatabaseName } from '../database/data-source-options';
import { BackupError } from './backup-error';
import type { BackupRecord } from './records';
import { setAside, type SetAside } from './set-aside';
import { copyTarget, findTables, type BackedUpTable } from './tables';

const SET_SEQUENCE = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce($2::bigint, start_value), $2 is not null)
  from pg_sequences where schemaname = current_schema() and sequencename = $1`;

/** The transaction that loads one database from a backup. Without `commit()` nothing is kept. */
export class DatabaseLoad {
  private table: BackedUpTable | null = null;
  private copy: { stream: CopyStreamQuery; ended: Promise<void> } | null = null;
  /** Tables of the backup that no migration makes, such as the operator's own. They are not restored. */
  readonly skipped: string[] = [];
  private readonly sums = new Map<BackedUpTable, string>();

  private constructor(
    private readonly name: DatabaseName,
    private readonly client: Client,
    private readonly aside: SetAside,
    private readonly known: ReadonlySet<string>,
  ) {}

  /** Begins the transaction, drops what would slow the load down, and empties all tables. */
  static async begin(name: DatabaseName, client: Client): Promise<DatabaseLoad> {
    await client.query('begin');
    const names = (await findTables(name, client)).tables.map((table) => table.name);
    const tables = names.map((table) => client.escapeIdentifier(table));
    const aside = await setAside(client);
    if (tables.length > 0) await client.query('truncate '.concat(tables.join(', ')));
    return new DatabaseLoad(name, client, aside, new Set(names));
  }

  async take(record: BackupRecord): Promise<void> {
    switch (record.kind) {
      case 'table':
        this.table = this.known.has(record.name) ? { name: record.name, columns: record.columns } : null;
        if (this.table === null) {
          this.skipped.push(`${this.name}.${record.name}`);
          return;
        }
        this.beginTable(this.table);
        return;
      case 'rows':
        return this.table === null ? undefined : this.write(record.bytes);
      case 'table_end':
        return this.table === null ? undefined : this.endTable(record);
      case 'sequences':
        for (const { name, last_value } of record.values)
          await this.client.query(SET_SEQUENCE, [name, last_value]);
    }
  }

  /**
   * Restores triggers, keys and indexes, and compares the checksum of every table with the backup.
   * @throws BackupError
   */
  async finish(): Promise<void> {
    await this.aside.putBack();
    for (const [table, sha256] of this.sums) {
      if ((await this.sumOf(table)) !== sha256)
        throw new BackupError(
          `${this.name}.${table.name} is not what the backup holds: nothing was changed.`,
        );
    }
  }

  async commit(): Promise<void> {
    await this.client.query('commit');
    await this.client.query('analyze');
  }

  private beginTable(table: BackedUpTable): void {
    const stream = this.client.query(copyFrom(`copy ${copyTarget(this.client, table)} from stdin`));
    const ended = finished(stream);
    // The next write, or the end of the table, reports the error.
    ended.catch(() => undefined);
    this.copy = { stream, ended };
  }

  private async write(bytes: Buffer): Promise<void> {
    if (this.copy === null) throw new BackupError('This backup has rows without a table.');
    const { stream, ended } = this.copy;
    if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), ended]);
  }

  private async endTable({ rows, sha256 }: { rows: number; sha256: string }): Promise<void> {
    const { copy, table } = this;
    if (copy === null || table === null) throw new BackupError('This backup has an end without a table.');
    copy.stream.end();
    await copy.ended;
    if (copy.stream.rowCount !== rows)
      throw new BackupError(`${this.name}.${table.name} took ${copy.stream.rowCount} of ${rows} rows.`);
    this.sums.set(table, sha256);
    this.copy = null;
  }

  private async sumOf(table: BackedUpTable): Promise<string> {
    const hash = createHash('sha256');
    const copy = this.client.query(copyTo(`copy ${copyTarget(this.client, table)} to stdout`));
    for await (const bytes of copy as AsyncIterable<Buffer>) hash.update(bytes);
    return hash.digest('hex');
  }
}
