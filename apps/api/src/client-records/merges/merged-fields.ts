import { LIMITS } from '@groupless/shared-dto';
import type { MergedFields } from '../../clients/client-merge.entity';
import type { Client } from '../../clients/client.entity';

/** What the client that stays takes over: contacts and a company where it has none, tags and notes in any case. */
export function fieldsFrom(merged: Client, kept: Client): { before: MergedFields; after: MergedFields } {
  const wanted: Required<MergedFields> = {
    phone: kept.phone ?? merged.phone,
    email: kept.email ?? merged.email,
    company: kept.company === '' ? merged.company : kept.company,
    tags: [...new Set([...kept.tags, ...merged.tags])].slice(0, LIMITS.tags),
    notes: joined(kept.notes, merged.notes),
  };
  const names = (Object.keys(wanted) as (keyof MergedFields)[]).filter(
    (name) => !isSame(wanted[name], kept[name]),
  );
  const pick = (from: Required<MergedFields>) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as MergedFields;
  return { before: pick(kept), after: pick(wanted) };
}

/** What an undo puts back: the fields that are still as the merge left them. Tags that came with the merge go. */
export function fieldsBack(
  kept: Client,
  { before, after }: { before: MergedFields; after: MergedFields },
): MergedFields {
  const names = (Object.keys(after) as (keyof MergedFields)[]).filter((name) =>
    isSame(kept[name], after[name]),
  );
  const back = Object.fromEntries(names.map((name) => [name, before[name]])) as MergedFields;
  if (after.tags === undefined || names.includes('tags')) return back;
  const added = after.tags.filter((tag) => !before.tags?.includes(tag));
  return { ...back, tags: kept.tags.filter((tag) => !added.includes(tag)) };
}

/** Notes that would be too long together stay with the merge alone, and come back with an undo. */
function joined(kept: string, merged: string): string {
  if (merged === '' || kept.includes(merged)) return kept;
  const both = kept === '' ? merged : `${kept}\n\n${merged}`;
  return [...both].length <= LIMITS.description.max ? both : kept;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
