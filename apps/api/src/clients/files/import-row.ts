import {
  CLIENT_COLUMNS,
  CLIENT_SOURCES,
  CLIENT_STATUSES,
  joinPhonesAsGiven,
  LIMITS,
  splitPhonesAsGiven,
  type ClientColumn,
  type ClientDto,
  type FailedRowDto,
  type FieldErrorCode,
  type OtherPhoneDto,
} from '@groupless/shared-dto';
import { splitTags, undefused } from '@groupless/shared-dto/business/csv-cells';
import { isEmailAddress } from '../../platform/addresses/email-address';
import { codePoints } from '../../platform/validation/lengths';
import { isKnownLanguage, languageNamed } from '../../platform/validation/languages';
import { canonicalLanguage } from '../../platform/validation/locale-fields';
import { isStorable } from '../../platform/validation/times/time-fields';
import { phoneAsGiven, readPhones, type FoundPhone, type ReadPhone } from '../contacts/phone';
import { isName, oneLine } from '../../shared/one-line';
import { distinctTags } from '../tags';
import { toOtherPhone } from './phone-cells';

/** A row whose fields are all valid; without an id the client gets a new one. */
export type ImportRow = Omit<ClientDto, 'id' | 'email_refused' | 'no_reminders' | 'external_ids'> & {
  /** The line of the file in which it begins. */
  line: number;
  id: string | null;
  /** The columns whose cell is not empty. */
  given: ClientColumn[];
  /** Cells that could not be read, one a line, for the notes; null: there are none. */
  added_notes: string | null;
  warnings: Pick<FailedRowDto, 'field' | 'code'>[];
};

export interface RowTerms {
  /** Null: the country of numbers without a code is not known. */
  phone_region: string | null;
  /** Whether a cell that cannot be read goes into the notes, instead of failing its row. */
  keep_unreadable: boolean;
  /** What a missing time becomes. */
  now: string;
}

/** The first invalid field of a row. */
export class UnusableField extends Error {
  constructor(
    readonly field: ClientColumn,
    readonly code: FieldErrorCode,
    /** What a warning says instead. */
    readonly hint: 'shortened' | null = null,
  ) {
    super(`${field}: ${code}`);
  }
}

type Cells = Partial<Record<ClientColumn, string>>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What stands for nothing in lists that people keep. */
const NOTHING = /^(?:[-–—?./]+|x|n\/?a|none|null|keine?[rs]?|k\.?\s?a\.?|нет)$/i;

/** What an export in an encoding without some letters writes for them. */
const LOST_LETTERS = /(?:^|\p{L})\?\p{L}|\uFFFD/u;

/** @throws UnusableField */
export function readRow(cells: Cells, terms: RowTerms): Omit<ImportRow, 'line'> {
  const { phone_region, keep_unreadable, now } = terms;
  const unread = new UnreadCells(keep_unreadable);
  const cell = (field: ClientColumn) => undefused(cells[field] ?? '');
  /** Where people write that there is none. */
  const contact = (field: ClientColumn) =>
    keep_unreadable && NOTHING.test(cell(field).trim()) ? '' : cell(field);
  const limited = (field: ClientColumn, value: string, { min = 0, max }: { min?: number; max: number }) => {
    const length = codePoints(value);
    if (length < min) throw new UnusableField(field, 'required');
    if (length > max) throw new UnusableField(field, 'too_long');
    return value;
  };
  const text = (field: ClientColumn, limits: { min?: number; max: number }) =>
    limited(field, cell(field), limits);
  // Exported values are imported unchanged; others are cleaned like typed ones.
  const isExported = cell('id') !== '';
  const line = (field: ClientColumn, limits: { min?: number; max: number }) => {
    const value = text(field, limits);
    const cleaned = isExported ? value : oneLine(value);
    const isEmpty = cleaned === '' || !(isExported || isName(cleaned));
    if (isEmpty && (limits.min ?? 0) > 0) throw new UnusableField(field, 'required');
    return cleaned;
  };
  const oneOf = <Value extends string>(field: ClientColumn, values: readonly Value[], missing: Value) => {
    const value = cell(field) === '' ? missing : (cell(field) as Value);
    if (!values.includes(value)) throw new UnusableField(field, 'not_allowed');
    return value;
  };
  const time = (field: ClientColumn) => (cell(field) === '' ? null : readTime(field, cell(field)));
  const created_at = time('created_at') ?? now;
  const { phones, extension, as_given } = unread.or('phone', contact('phone'), NO_PHONES, (value) =>
    readPhoneCell(value, phone_region),
  );
  const others = readOtherPhones(contact('other_phones'), phones, phone_region, unread);
  const phone_as_given = joinPhonesAsGiven([
    ...splitPhonesAsGiven(readAsGiven(text('phone_as_given', LIMITS.phone_as_given))),
    ...as_given,
    ...others.as_given,
  ]);
  if (as_given.length > 0) unread.warn('phone', 'phone_country_unknown');
  if (others.as_given.length > 0) unread.warn('other_phones', 'phone_country_unknown');
  const email = (field: 'email' | 'shared_email') =>
    unread.or(field, contact(field), null, (value) =>
      readEmail(field, limited(field, value, LIMITS.email), isExported),
    ) ?? (keep_unreadable ? firstEmail(cell(field)) : null);
  const contacts = {
    phone: phones[0]?.phone ?? null,
    extension: text('extension', LIMITS.phone_extension) || extension,
    other_phones: others.phones,
    phone_as_given,
    email: email('email'),
    shared_phone: unread.or('shared_phone', contact('shared_phone'), null, (value) =>
      readSharedPhone(value, phone_region),
    ),
    shared_email: email('shared_email'),
  };
  if (LOST_LETTERS.test(cell('name'))) unread.warn('name', 'lost_letters');
  const calledByContact = keep_unreadable && !isName(cell('name')) ? nameOf(contacts) : null;
  const company = unread.or('company', cell('company'), '', () => line('company', LIMITS.company));
  const tags = unread.or('tags', cell('tags'), [], (value) =>
    isExported ? readTags(value) : cleanTags(readTags(value)),
  );
  const language = unread.or('language', contact('language'), null, readLanguage);
  const notes = unread.or('notes', cell('notes'), '', (value) => limited('notes', value, LIMITS.description));
  return {
    id: readId(cell('id')),
    name: calledByContact ?? line('name', LIMITS.client_name),
    ...contacts,
    language,
    company,
    status: oneOf('status', CLIENT_STATUSES, 'active'),
    source: oneOf('source', CLIENT_SOURCES, 'import'),
    tags,
    notes,
    last_activity_at: time('last_activity_at'),
    created_at,
    updated_at: time('updated_at') ?? now,
    given: CLIENT_COLUMNS.filter((field) => {
      if (field === 'phone_as_given') return phone_as_given !== null;
      if (field === 'email' || field === 'shared_email') return contacts[field] !== null;
      return contact(field) !== '' && !unread.has(field);
    }),
    added_notes: unread.notes,
    warnings: unread.warnings,
  };
}

/** Cells that could not be read. They are kept for the notes, or fail their row. */
class UnreadCells {
  readonly warnings: ImportRow['warnings'] = [];
  private readonly lines: string[] = [];
  private readonly fields = new Set<ClientColumn>();

  constructor(private readonly areKept: boolean) {}

  /** @throws UnusableField */
  or<Value>(field: ClientColumn, text: string, instead: Value, read: (text: string) => Value): Value {
    if (text === '') return instead;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof UnusableField) || !this.areKept) throw error;
      this.warn(field, error.hint ?? error.code);
      this.fields.add(field);
      this.lines.push(`${field} in the file: ${text}`);
      return instead;
    }
  }

  warn(field: ClientColumn, code: string): void {
    this.warnings.push({ field, code });
  }

  has(field: ClientColumn): boolean {
    return this.fields.has(field);
  }

  get notes(): string | null {
    const text = [...this.lines.join('\n')].slice(0, LIMITS.description.max).join('');
    return text === '' ? null : text;
  }
}

const NO_PHONES: ReturnType<typeof readPhoneCell> = { phones: [], as_given: [], extension: null };

/** A client without a name is called by what is known of it. */
function nameOf({
  phone,
  phone_as_given,
  email,
}: Pick<ImportRow, 'phone' | 'phone_as_given' | 'email'>): string | null {
  const name = phone ?? phone_as_given ?? email;
  return name === null ? null : [...name].slice(0, LIMITS.client_name.max).join('');
}

/** The first of several emails in a cell. */
function firstEmail(cell: string): string | null {
  const parts = cell.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length > 1 && parts.length <= 10 && parts.every(isEmailAddress) ? (parts[0] ?? null) : null;
}

function readSharedPhone(cell: string, phone_region: string | null): string {
  const [read] = readPhones(cell, phone_region);
  if (read === undefined || read.phone === null) throw new UnusableField('shared_phone', 'invalid_phone');
  return read.phone;
}

function readId(cell: string): string | null {
  if (cell === '') return null;
  if (!UUID.test(cell)) throw new UnusableField('id', 'invalid_format');
  return cell.toLowerCase();
}

function readPhoneCell(cell: string, phone_region: string | null) {
  const found = cell === '' ? [] : readPhones(cell, phone_region);
  if (cell !== '' && found.length === 0) throw invalidNumber('phone', cell);
  const { phones, as_given } = byCountry(found);
  return { phones, as_given, extension: phones[0]?.extension ?? null };
}

/** What a spreadsheet makes of a long number: its last digits are lost. */
const SHORTENED = /^\s*[+-]?\d(?:[.,]\d+)?e\+?\d+\s*$/i;

function invalidNumber(field: ClientColumn, text: string): UnusableField {
  return new UnusableField(field, 'invalid_phone', SHORTENED.test(text) ? 'shortened' : null);
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
  unread: UnreadCells,
): { phones: OtherPhoneDto[]; as_given: string[] } {
  const unknown: string[] = [];
  const others = new Map(more.map((one) => [one.phone, { phone: one.phone, label: '' }]));
  for (const part of splitTags(cell)) {
    unread.or('other_phones', part, null, () => {
      const { number, label } = toOtherPhone(part);
      const found = readPhones(number, phone_region);
      if (found.length === 0) throw invalidNumber('other_phones', number);
      if (codePoints(label) > LIMITS.phone_label.max) throw new UnusableField('other_phones', 'too_long');
      const { phones: read, as_given } = byCountry(found);
      unknown.push(...as_given.map((one) => (label === '' ? one : `${one} (${label})`)));
      for (const one of read)
        if (one.phone !== phone?.phone) others.set(one.phone, { phone: one.phone, label });
      return null;
    });
  }
  for (const [number, { label }] of [...others].slice(LIMITS.other_phones)) {
    unread.or('other_phones', label === '' ? number : `${number} (${label})`, null, () => {
      throw new UnusableField('other_phones', 'too_long');
    });
    others.delete(number);
  }
  return { phones: [...others.values()], as_given: unknown };
}

function readLanguage(cell: string): string {
  const tag = canonicalLanguage(cell.trim());
  const language = tag !== null && isKnownLanguage(tag) ? tag : languageNamed(cell);
  if (language === null) throw new UnusableField('language', 'invalid_format');
  return language;
}

/** The former, weaker rule; stored emails that pass it stay valid. */
const FORMER_EMAIL = /^[^\s@]+@[^\s@]+$/;

/** @param isExported whether the row comes from an export: its email was stored before, and comes back as it was */
function readEmail(field: 'email' | 'shared_email', cell: string, isExported: boolean): string {
  if (!(isExported ? FORMER_EMAIL.test(cell) : isEmailAddress(cell)))
    throw new UnusableField(field, 'invalid_format');
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
