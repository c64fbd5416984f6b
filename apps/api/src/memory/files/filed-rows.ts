import { PROJECT_STATUSES, type VersionKind } from '@groupless/shared-dto';
import type { KnownActor } from '../../platform/access/caller';
import type { Steps } from '../../shared/time-slices';
import { ownerOf, sourceColumns, writeSource } from '../../platform/access/write-source';
import { withoutSecretState } from '../fence/secrets/mask-state';
import { withoutSecrets } from '../fence/secrets/mask-secrets';
import { readDocument, readItems, shown, type Row } from './memory-document';
import { FILED_KINDS, LISTS, type FiledKind } from './memory-files';
import { invalidZip, readZip } from './zip-reader';

/** A row of a file, with what it names. */
export interface FiledRow {
  file: string;
  row: Row;
}

/** @throws AppError `invalid_zip` */
export function* rowsIn(zip: Buffer): Steps<Map<VersionKind, FiledRow[]>> {
  const rows = new Map<VersionKind, FiledRow[]>();
  for (const { name, text } of readZip(zip)) {
    yield;
    if (!name.endsWith('.md')) continue;
    const { fields, body } = readDocument(name, text);
    const { kind, project, ...rest } = fields;
    const filed = FILED_KINDS.find((one) => one.kind === kind);
    if (filed === undefined) throw invalidZip(`${shown(name)} is of no kind that the memory has.`);
    const owner = 'project' in fields ? { project } : {};
    const found = LISTS.includes(filed.kind)
      ? readItems(name, body).map((item) => ({ ...item.fields, ...owner, [filed.body]: item.text }))
      : [{ ...rest, ...owner, [filed.body]: body }];
    const known = rows.get(filed.kind) ?? [];
    for (const row of found) {
      yield;
      known.push({ file: name, row: clean(filed, row) });
    }
    rows.set(filed.kind, known);
  }
  partSessions(rows.get('session') ?? []);
  return rows;
}

/** The same rows, with who sends them as who wrote them. */
export function writtenBy(
  rows: ReadonlyMap<VersionKind, readonly FiledRow[]>,
  actor: KnownActor,
): Map<VersionKind, FiledRow[]> {
  const source = sourceColumns(writeSource(actor.caller, 'api'));
  const owner_id = ownerOf(actor.caller);
  const owned = (row: FiledRow): FiledRow => ({
    ...row,
    row: {
      ...row.row,
      ...source,
      // What was somebody's own is that of who brings it.
      ...(typeof row.row['owner_id'] === 'string' ? { owner_id } : {}),
      ...(typeof row.row['private_to'] === 'string' ? { private_to: owner_id } : {}),
    },
  });
  return new Map([...rows].map(([kind, some]) => [kind, some.map(owned)]));
}

/** What says nothing outside of its database is not taken from a file. */
function clean({ kind, left_out }: FiledKind, row: Row): Row {
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !left_out.includes(name)));
  if (kind === 'project') return withoutSecrets({ ...own, ...knownStatus(own['status']) });
  const { key, value } = own;
  if (kind !== 'state' || typeof key !== 'string' || typeof value !== 'string') return withoutSecrets(own);
  return { ...own, ...withoutSecretState({ key, value }) };
}

/** One of the three words, however its letters are written. Any other word stays, and counts as active. */
function knownStatus(status: unknown): Row {
  const word = typeof status === 'string' ? status.trim().toLowerCase() : null;
  const known = PROJECT_STATUSES.find((one) => one === word);
  return known === undefined ? {} : { status: known };
}

/** Two keys may tell of one session of an assistant, each in a row of its own. Without the keys only one has its id. */
function partSessions(sessions: readonly FiledRow[]): void {
  const known = new Set<unknown>();
  for (const { row } of sessions) {
    const id = row['session_id'];
    if (known.has(id)) row['session_id'] = null;
    else if (typeof id === 'string') known.add(id);
  }
}
