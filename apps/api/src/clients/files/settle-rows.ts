import type { KnownBy, NotMadeReason, OtherPhoneDto, SHARED_CONTACTS } from '@groupless/shared-dto';
import { areOnePerson, nameFit } from '../names';
import { MOST_OWNERS } from './import-statements';

/** A row as it was read, with its name folded. */
export interface SeenRow {
  place: number;
  line: number;
  id: string;
  has_id: boolean;
  name: string;
  called: string;
  phone: string | null;
  email: string | null;
  email_key: string | null;
  shared_phone: string | null;
  shared_email: string | null;
  shared_email_key: string | null;
  other_phones: OtherPhoneDto[];
  added_notes: string | null;
  /** By its id. */
  is_known: boolean;
}

/** Somebody who has a contact of a row. */
export interface Owner {
  id: string;
  /** The line of the row that made it; null: it was there before. */
  line: number | null;
  name: string;
  /** All names that it has or had, folded. */
  names: readonly string[];
}

/** Whose a contact is that somebody of another name has already; null: nobody was asked. */
export type SharedContacts = (typeof SHARED_CONTACTS)[number] | null;

type Contacts = Pick<
  SeenRow,
  'phone' | 'email' | 'other_phones' | 'shared_phone' | 'shared_email' | 'added_notes'
>;
export type SettledRow = Contacts & {
  place: number;
  is_made: boolean;
  is_shared: boolean;
  reason: NotMadeReason | null;
  with_id: string | null;
  with_line: number | null;
  with_name: string | null;
  /** By which of its contacts the row belongs to somebody who was there before. */
  known_by: KnownBy | null;
};

/**
 * What becomes of the rows of a batch that are not made as they are: those of known people, and those whose contact is somebody
 * else's.
 * @param owners by place and contact: from the database and from earlier batches
 */
export function settleRows(
  batch: readonly SeenRow[],
  owners: ReadonlyMap<string, readonly Owner[]>,
  shared_contacts: SharedContacts,
): SettledRow[] {
  const made = new Map<string, Owner[]>();
  const madeIds = new Map<string, Owner>();
  const settled: SettledRow[] = [];
  for (const row of batch) {
    const contacts = [...new Set(contactsOf(row))];
    const found = new Map(
      contacts.map((contact) => [
        contact,
        [...(owners.get(ownersKey(row.place, contact)) ?? []), ...(made.get(contact) ?? [])],
      ]),
    );
    const decided = row.has_id
      ? settledById(row, madeIds.get(row.id))
      : settledByContacts(row, found, shared_contacts);
    if (decided !== null) settled.push(decided);
    if (decided?.is_made === false) continue;
    const owner = { id: row.id, line: row.line, name: row.name, names: [row.called] };
    madeIds.set(row.id, owner);
    for (const contact of contacts) {
      const known = made.get(contact) ?? [];
      if (known.length < MOST_OWNERS) made.set(contact, [...known, owner]);
    }
  }
  return settled;
}

export function ownersKey(place: number, contact: string): string {
  return `${place} ${contact}`;
}

function settledById(row: SeenRow, twin: Owner | undefined): SettledRow | null {
  if (twin !== undefined) return notMade(row, 'repeated', twin);
  const owner = { id: row.id, line: null, name: row.name, names: [] };
  return row.is_known ? { ...notMade(row, 'known', owner), known_by: 'id' } : null;
}

function settledByContacts(
  row: SeenRow,
  found: ReadonlyMap<string, readonly Owner[]>,
  shared_contacts: SharedContacts,
): SettledRow | null {
  const owners = [...found.values()].flat();
  const isOf = (owner: Owner, reason: NotMadeReason) => ({
    ...notMade(row, reason, owner),
    known_by: knownBy(found, owner),
  });
  const [first] = owners;
  if (first === undefined) return null;
  const same =
    owners.find(({ names }) => names.some((name) => nameFit(row.called, name) === 2)) ??
    owners.find(({ names }) => names.some((name) => areOnePerson(row.called, name)));
  if (same !== undefined) {
    const isAlike = same.names.some(
      (name) => areOnePerson(row.called, name) && nameFit(row.called, name) !== 1,
    );
    return isOf(same, isAlike ? (same.line === null ? 'known' : 'repeated') : 'similar_name');
  }
  if (shared_contacts === 'same_person') return isOf(first, first.line === null ? 'known' : 'repeated');
  const before = owners.find(({ line }) => line === null);
  if (before !== undefined && shared_contacts === null) return isOf(before, 'other_name');
  const isTaken = (contact: string | null) => contact !== null && (found.get(contact)?.length ?? 0) > 0;
  return {
    ...withShared(row, isTaken),
    place: row.place,
    is_made: true,
    is_shared: true,
    ...{ reason: null, known_by: null },
    ...withOwner(before ?? first),
  };
}

/** The contacts of somebody else stand apart. What finds no place there goes into the notes. */
function withShared(row: SeenRow, isTaken: (contact: string | null) => boolean): Contacts {
  const others = row.other_phones.filter(({ phone }) => !isTaken(phone));
  const taken = [
    ...(row.phone !== null && isTaken(row.phone) ? [row.phone] : []),
    ...row.other_phones.map(({ phone }) => phone).filter(isTaken),
  ];
  const shared_phone = row.shared_phone ?? taken.shift() ?? null;
  const isEmailTaken = isTaken(row.email_key);
  const lines = [
    row.added_notes,
    ...taken.filter((number) => number !== shared_phone).map((number) => `phone in the file: ${number}`),
  ];
  return {
    phone: isTaken(row.phone) ? null : row.phone,
    other_phones: others,
    shared_phone,
    email: isEmailTaken ? null : row.email,
    shared_email: row.shared_email ?? (isEmailTaken ? row.email : null),
    added_notes: lines.filter((line) => line !== null).join('\n') || null,
  };
}

function notMade(row: SeenRow, reason: NotMadeReason, owner: Owner): SettledRow {
  const { place, phone, email, other_phones, shared_phone, shared_email, added_notes } = row;
  const contacts = { phone, email, other_phones, shared_phone, shared_email, added_notes };
  return {
    ...contacts,
    place,
    is_made: false,
    is_shared: false,
    reason,
    known_by: null,
    ...withOwner(owner),
  };
}

/** Null: it is that of another row. */
function knownBy(found: ReadonlyMap<string, readonly Owner[]>, { id, line }: Owner): KnownBy | null {
  if (line !== null) return null;
  const contacts = [...found].filter(([, owners]) => owners.some((owner) => owner.id === id));
  const emails = contacts.filter(([contact]) => contact.includes('@'));
  if (emails.length === 0) return 'phone';
  return emails.length === contacts.length ? 'email' : 'both';
}

function withOwner({ id, line, name }: Owner) {
  return { with_id: id, with_line: line, with_name: name };
}

function contactsOf({ phone, email_key, other_phones, shared_phone, shared_email_key }: SeenRow): string[] {
  const all = [phone, email_key, shared_phone, shared_email_key, ...other_phones.map((other) => other.phone)];
  return all.filter((contact) => contact !== null);
}
