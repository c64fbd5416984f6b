import {
  CLIENT_COLUMNS,
  CLIENT_SOURCES,
  CLIENT_STATUSES,
  joinPhonesAsGiven,
  LIMITS,
  splitPhonesAsGiven,
  type ClientColumn,
  type ClientDto,
  type FieldErrorCode,
  type OtherPhoneDto,
} from '@groupless/shared-dto';
import { splitTags, undefused } from '@groupless/shared-dto/business/csv-cells';
import { isEmailAddress } from '../../platform/addresses/email-address';
import { codePoints } from '../../platform/validation/lengths';
import { canonicalLanguage } from '../../platform/validation/locale-fields';
import { isStorable } from '../../platform/validation/times/time-fields';
import { phoneAsGiven, readPhones, type FoundPhone, type ReadPhone } from '../contacts/phone';
import { oneLine } from '../../shared/one-line';
import { distinctTags } from '../tags';
import { toOtherPhone } from './phone-cells';

/** A row whose fields are all valid; without an id the client gets a new one. */
export type ImportRow = Omit<ClientDto, 'id' | 'email_refused' | 'no_reminders' | 'external_ids'> & {
  /** The line of the file in which it begins. */
  line: number;
  id: string | null;
  /** The columns whose cell is not empty. */
  given: ClientColumn[];
};

/** The first invalid field of a row. */
export class UnusableField extends Error {
  constructor(
    readonly field: ClientColumn,
    readonly code: FieldErrorCode,
  ) {
    super(`${field}: ${code}`);
  }
}

type Cells = Partial<Record<ClientColumn, string>>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * @param now what a missing time becomes
 * @throws UnusableField
 */
export function readRow(cells: Cells, phone_region: string | null, now: string): Omit<ImportRow, 'line'> {
  const cell = (field: ClientColumn) => undefused(cells[field] ?? '');
  const text = (field: ClientColumn, { min = 0, max }: { min?: number; max: number }) => {
    const value = cell(field);
    const length = codePoints(value);
    if (length < min) throw new UnusableField(field, 'required');
    if (length > max) throw new UnusableField(field, 'too_long');
    return value;
  };
  // Exported values are imported unchanged; others are cleaned like typed ones.
  const isExported = cell('id') !== '';
  const line = (field: ClientColumn, limits: { min?: number; max: number }) => {
    const value = text(field, limits);
    const cleaned = isExported ? value : oneLine(value);
    if (cleaned === '' && (limits.min ?? 0) > 0) throw new UnusableField(field, 'required');
    return cleaned;
  };
  const oneOf = <Value extends string>(field: ClientColumn, values: readonly Value[], missing: Value) => {
    const value = cell(field) === '' ? missing : (cell(field) as Value);
    if (!values.includes(value)) throw new UnusableField(field, 'not_allowed');
    return value;
  };
  const time = (field: ClientColumn) => (cell(field) === '' ? null : readTime(field, cell(field)));
  const created_at = time('created_at') ?? now;
  const { phones, extension, as_given } = readPhoneCell(cell('phone'), phone_region);
  const others = readOtherPhones(cell('other_phones'), phones, phone_region);
  const phone_as_given = joinPhonesAsGiven([
    ...splitPhonesAsGiven(readAsGiven(text('phone_as_given', LIMITS.phone_as_given))),
    ...as_given,
    ...others.as_given,
  ]);
  return {
    id: readId(cell('id')),
    name: line('name', LIMITS.client_name),
    phone: phones[0]?.phone ?? null,
    extension: text('extension', LIMITS.phone_extension) || extension,
    other_phones: others.phones,
    phone_as_given,
    email: readEmail(text('email', LIMITS.email), isExported),
    language: readLanguage(cell('language')),
    company: line('company', LIMITS.company),
    status: oneOf('status', CLIENT_STATUSES, 'active'),
    source: oneOf('source', CLIENT_SOURCES, 'import'),
    tags: isExported ? readTags(cell('tags')) : cleanTags(readTags(cell('tags'))),
    notes: text('notes', LIMITS.description),
    last_activity_at: time('last_activity_at'),
    created_at,
    updated_at: time('updated_at') ?? now,
    given: CLIENT_COLUMNS.filter((field) =>
      field === 'phone_as_given' ? phone_as_given !== null : cell(field) !== '',
    ),
  };
}

function readId(cell: string): string | null {
  if (cell === '') return null;
  if (!UUID.test(cell)) throw new UnusableField('id', 'invalid_format');
  return cell.toLowerCase();
}

function readPhoneCell(cell: string, phone_region: string | null) {
  const found = cell === '' ? [] : readPhones(cell, phone_region);
  if (cell !== '' && found.length === 0) throw new UnusableField('phone', 'invalid_phone');
  const { phones, as_given } = byCountry(found);
  return { phones, as_given, extension: phones[0]?.extension ?? null };
}

/** The numbers whose country is known, and the texts of the others. */
function byCountry(found: readonly FoundPhone[]): { phones: ReadPhone[]; as_given: string[] } {
  const phones = found.filter((one) => one.phone !== null);
  return { phones, as_given: found.flatMap((one) => (one.phone === null ? [one.as_given] : [])) };
}

/** Of an export. */
function readAsGiven(cell: string): string | null {
  if (splitPhonesAsGiven(cell || null).some((number) => phoneAsGiven(number) === null))
    throw new UnusableField('phone_as_given', 'invalid_phone');
  return cell || null;
}

/** Further numbers: from their own cell and from that of the phone. */
function readOtherPhones(
  cell: string,
  [phone, ...more]: ReadPhone[],
  phone_region: string | null,
): { phones: OtherPhoneDto[]; as_given: string[] } {
  const unknown: string[] = [];
  const others = new Map(more.map((one) => [one.phone, { phone: one.phone, label: '' }]));
  for (const part of splitTags(cell)) {
    const { number, label } = toOtherPhone(part);
    const found = readPhones(number, phone_region);
    if (found.length === 0) throw new UnusableField('other_phones', 'invalid_phone');
    const { phones: read, as_given } = byCountry(found);
    unknown.push(...as_given.map((one) => (label === '' ? one : `${one} (${label})`)));
    if (codePoints(label) > LIMITS.phone_label.max) throw new UnusableField('other_phones', 'too_long');
    for (const one of read)
      if (one.phone !== phone?.phone) others.set(one.phone, { phone: one.phone, label });
  }
  if (others.size > LIMITS.other_phones) throw new UnusableField('other_phones', 'too_long');
  return { phones: [...others.values()], as_given: unknown };
}

function readLanguage(cell: string): string | null {
  if (cell === '') return null;
  const tag = canonicalLanguage(cell.trim());
  if (tag === null) throw new UnusableField('language', 'invalid_format');
  return tag;
}

/** The former, weaker rule; stored emails that pass it stay valid. */
const FORMER_EMAIL = /^[^\s@]+@[^\s@]+$/;

/** @param isExported whether the row comes from an export: its email was stored before, and comes back as it was */
function readEmail(cell: string, isExported: boolean): string | null {
  if (cell === '') return null;
  if (!(isExported ? FORMER_EMAIL.test(cell) : isEmailAddress(cell)))
    throw new UnusableField('email', 'invalid_format');
  return cell;
}

function cleanTags(tags: string[]): string[] {
  return distinctTags(tags.map(oneLine).filter((tag) => tag !== ''));
}

function readTags(cell: string): string[] {
  const tags = splitTags(cell);
  if (tags.length > LIMITS.tags || tags.some((tag) => codePoints(tag) > LIMITS.tag.max))
    throw new UnusableField('tags', 'too_long');
  if (new Set(tags).size < tags.length) throw new UnusableField('tags', 'repeated');
  return tags;
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:\d\d)$/i;

/** A time with its offset from UTC, kept to the millisecond. */
function readTime(field: ClientColumn, cell: string): string {
  const [, day, hour, offset] = TIME.exec(cell) ?? [];
  const timeMs = Date.parse(`${day}T${hour}${offset?.toUpperCase()}`);
  if (day === undefined || isNaN(timeMs) || !isDay(day)) throw new UnusableField(field, 'invalid_format');
  if (!isStorable(timeMs)) throw new UnusableField(field, 'out_of_range');
  return new Date(timeMs).toISOString();
}

/** JavaScript parses 30 February as 2 March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
