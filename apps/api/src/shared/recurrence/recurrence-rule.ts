import { LIMITS, type FieldErrorCode } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { type AppError, invalidRequest } from '../../platform/errors/app-error';

/** Monday is 1. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface NthWeekday {
  /** 1 to 5; -1: the last. */
  nth: number;
  weekday: number;
}

/** The rules of RFC 5545 that can be made here. */
export interface RecurrenceRule {
  every: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  interval: number;
  /** Of weekly rules; empty: the weekday of the start. */
  weekdays: number[];
  /** Of monthly rules: 1 to 31, -1 for the last day, or a weekday. Null: the day of the start. */
  day: number | NthWeekday | null;
  /** How often; null: until then. */
  count: number | null;
  until: Temporal.PlainDate | Temporal.PlainDateTime | Temporal.Instant | null;
}

const KEYS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'WKST'];

/**
 * Reads a recurrence rule.
 * @throws AppError `invalid_request` on `rrule`
 */
export function readRule(text: string): RecurrenceRule {
  const parts = readParts(text);
  const every = parts.get('FREQ');
  if (every !== 'DAILY' && every !== 'WEEKLY' && every !== 'MONTHLY')
    throw refusal('not_allowed', 'needs FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY');
  if (parts.has('COUNT') === parts.has('UNTIL'))
    throw refusal('required', 'needs either COUNT, how often, or UNTIL, until when');
  const wkst = parts.get('WKST') ?? 'MO';
  if (wkst !== 'MO') throw refusal('not_allowed', 'counts weeks from Monday: leave WKST out');
  const { BYDAY, BYMONTHDAY } = Object.fromEntries(parts);
  const isMonthly = every === 'MONTHLY';
  if (BYDAY !== undefined && every === 'DAILY')
    throw refusal('not_allowed', 'takes BYDAY with FREQ=WEEKLY or FREQ=MONTHLY alone');
  if (BYMONTHDAY !== undefined && (!isMonthly || BYDAY !== undefined))
    throw refusal('not_allowed', 'takes BYMONTHDAY with FREQ=MONTHLY and without BYDAY alone');
  return {
    every,
    interval: readNumber('INTERVAL', parts.get('INTERVAL') ?? '1', 99),
    weekdays: BYDAY !== undefined && !isMonthly ? BYDAY.split(',').map(readWeekday) : [],
    day: !isMonthly
      ? null
      : BYDAY !== undefined
        ? readNth(BYDAY)
        : BYMONTHDAY === undefined
          ? null
          : readMonthDay(BYMONTHDAY),
    count: parts.has('COUNT') ? readNumber('COUNT', parts.get('COUNT') ?? '', LIMITS.series) : null,
    until: parts.has('UNTIL') ? readUntil(parts.get('UNTIL') ?? '') : null,
  };
}

function readParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [key = '', value = '', ...rest] = part.split('=');
    if (!KEYS.includes(key)) throw refusal('not_allowed', `takes ${KEYS.join(', ')} alone`);
    if (value === '' || rest.length > 0 || parts.has(key))
      throw refusal('invalid_format', `needs each part once, as ${key}=value`);
    parts.set(key, value);
  }
  return parts;
}

function readNumber(key: string, text: string, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw refusal('out_of_range', `needs ${key} from 1 to ${max}`);
}

function readWeekday(text: string): number {
  const weekday = WEEKDAYS.indexOf(text) + 1;
  if (weekday > 0) return weekday;
  throw refusal('invalid_format', `needs days as ${WEEKDAYS.join(', ')}`);
}

function readNth(text: string): NthWeekday {
  const [, nth = '', day = ''] = /^\+?([1-5]|-1)([A-Z]{2})$/.exec(text) ?? [];
  if (nth === '')
    throw refusal('invalid_format', 'needs one day of a month as 2TU, or -1FR for the last one');
  return { nth: Number(nth), weekday: readWeekday(day) };
}

function readMonthDay(text: string): number {
  if (/^(?:-1|[1-9]|[12]\d|3[01])$/.test(text)) return Number(text);
  throw refusal('out_of_range', 'needs one BYMONTHDAY from 1 to 31, or -1 for the last day');
}

function readUntil(text: string): RecurrenceRule['until'] {
  try {
    if (/^\d{8}$/.test(text)) return Temporal.PlainDate.from(text);
    if (/^\d{8}T\d{6}Z$/.test(text)) return Temporal.Instant.from(text);
    if (/^\d{8}T\d{6}$/.test(text)) return Temporal.PlainDateTime.from(text);
  } catch {
    // A day that does not exist.
  }
  throw refusal('invalid_format', 'needs UNTIL as 20270630 or 20270630T220000Z');
}

export function refusal(code: FieldErrorCode, message: string): AppError {
  return invalidRequest([{ field: 'rrule', code, message: `rrule ${message}.` }]);
}
