import { isDeepStrictEqual } from 'node:util';
import {
  isSameName,
  joinPhonesAsGiven,
  LIMITS,
  REMINDER_WAYS,
  splitPhonesAsGiven,
  type OtherPhoneDto,
} from '@groupless/shared-dto';
import type { MergedFields } from '../../clients/client-merge.entity';
import type { Client } from '../../clients/client.entity';

/** The fields that the kept client takes over: contacts, language and company if it has none; tags, notes and wishes for no reminders always. */
export function fieldsFrom(merged: Client, kept: Client): { before: MergedFields; after: MergedFields } {
  const wanted: Required<MergedFields> = {
    phone: kept.phone ?? merged.phone,
    phone_as_given: joinPhonesAsGiven([
      ...splitPhonesAsGiven(kept.phone_as_given),
      ...splitPhonesAsGiven(merged.phone_as_given),
    ]),
    extension: kept.phone === null ? merged.extension : kept.extension,
    other_phones: otherPhones(merged, kept),
    email: kept.email ?? merged.email,
    ...sharedContacts(merged, kept),
    email_refused: kept.email === null ? merged.email_refused : kept.email_refused,
    language: kept.language ?? merged.language,
    no_reminders: REMINDER_WAYS.filter((way) => [...kept.no_reminders, ...merged.no_reminders].includes(way)),
    external_ids: Object.fromEntries(
      Object.entries({ ...kept.external_ids, ...merged.external_ids, ...kept.external_ids }).slice(
        0,
        LIMITS.external_ids.max,
      ),
    ),
    company: kept.company === '' ? merged.company : kept.company,
    tags: [
      ...kept.tags,
      ...merged.tags.filter((tag) => !kept.tags.some((one) => isSameName(one, tag))),
    ].slice(0, LIMITS.tags),
    notes: joined(kept.notes, merged.notes),
  };
  const names = (Object.keys(wanted) as (keyof MergedFields)[]).filter(
    (name) => !isDeepStrictEqual(wanted[name], kept[name]),
  );
  const pick = (from: Required<MergedFields>) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as MergedFields;
  return { before: pick(kept), after: pick(wanted) };
}

/**
 * The fields that an undo restores: those unchanged since the merge. Tags, numbers and notes that came with the merge
 * are removed.
 */
export function fieldsBack(
  kept: Client,
  { before, after, merged }: { before: MergedFields; after: MergedFields; merged: { notes: string } },
): MergedFields {
  const names = (Object.keys(after) as (keyof MergedFields)[]).filter((name) =>
    isDeepStrictEqual(kept[name], after[name]),
  );
  const back = Object.fromEntries(names.map((name) => [name, before[name]])) as MergedFields;
  const { tags, other_phones } = after;
  if (tags !== undefined && back.tags === undefined) {
    const added = tags.filter((tag) => !before.tags?.includes(tag));
    back.tags = kept.tags.filter((tag) => !added.includes(tag));
  }
  if (other_phones !== undefined && back.other_phones === undefined) {
    const isAdded = ({ phone }: OtherPhoneDto) =>
      other_phones.some((other) => other.phone === phone) &&
      before.other_phones?.some((other) => other.phone === phone) !== true;
    back.other_phones = kept.other_phones.filter((other) => !isAdded(other));
  }
  if (after.external_ids !== undefined && back.external_ids === undefined) {
    const isAdded = ([name, id]: [string, string]) =>
      after.external_ids?.[name] === id && before.external_ids?.[name] === undefined;
    back.external_ids = Object.fromEntries(Object.entries(kept.external_ids).filter((one) => !isAdded(one)));
  }
  if (after.notes !== undefined && back.notes === undefined) {
    const parted = withoutBlock(kept.notes, merged.notes);
    if (parted !== null) back.notes = parted;
  }
  return back;
}

const BREAK = '\n\n';

/** The text without its last paragraph that equals the block; null if there is none. */
function withoutBlock(text: string, block: string): string | null {
  const start = `\n\n${text}\n\n`.lastIndexOf(`\n\n${block}\n\n`);
  if (start < 0) return null;
  const before = text.slice(0, Math.max(0, start - BREAK.length));
  const behind = text.slice(start + block.length + BREAK.length);
  return [before, behind].filter((part) => part !== '').join(BREAK);
}

/** The numbers of the merged client, labelled with its name. Numbers beyond the limit stay with the merge. */
function otherPhones(merged: Client, kept: Client): OtherPhoneDto[] {
  const { phone } = merged;
  const added = [...(phone === null ? [] : [{ phone, label: labelOf(merged.name) }]), ...merged.other_phones];
  const known = new Set([kept.phone ?? phone, ...kept.other_phones.map((other) => other.phone)]);
  const others = [...kept.other_phones];
  for (const other of added) {
    if (known.has(other.phone)) continue;
    known.add(other.phone);
    others.push(other);
  }
  return others.slice(0, LIMITS.other_phones);
}

/** A contact that one of both has as its own is not shared any more. */
function sharedContacts(merged: Client, kept: Client): Pick<Client, 'shared_phone' | 'shared_email'> {
  const phone = kept.shared_phone ?? merged.shared_phone;
  const email = kept.shared_email ?? merged.shared_email;
  const own = [kept, merged];
  return {
    shared_phone: own.some((one) => one.phone === phone) ? null : phone,
    shared_email: own.some((one) => one.email?.toLowerCase() === email?.toLowerCase()) ? null : email,
  };
}

function labelOf(name: string): string {
  return [...name].slice(0, LIMITS.phone_label.max).join('');
}

/** Notes beyond the length limit stay in the merge only; an undo restores them. */
function joined(kept: string, merged: string): string {
  if (merged === '' || kept.includes(merged)) return kept;
  const both = kept === '' ? merged : `${kept}\n\n${merged}`;
  return [...both].length <= LIMITS.description.max ? both : kept;
}
