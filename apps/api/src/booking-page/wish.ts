import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { FormFields } from '../platform/http/bodies/form-body';

/** What a visitor has chosen so far, as the address or the form says it. Each part is well-formed, or missing. */
export interface Wish {
  service_ids: string[];
  /** The id of a resource, or `any`. */
  who: string | null;
  /** The first day that is shown, and the chosen one. */
  from: string | null;
  day: string | null;
  /** An instant. */
  at: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST_SERVICES = 20;

/** The fields of a query, as those of a form. */
export function fieldsOf(query: unknown): FormFields {
  const entries = Object.entries((query ?? {}) as Record<string, string | string[]>);
  return new Map(entries.map(([name, value]) => [name, [value].flat()]));
}

/** The fields of the form that was sent; none if it was none. */
export function formOf({ body }: Pick<FastifyRequest, 'body'>): FormFields {
  return body instanceof Map ? (body as FormFields) : new Map();
}

export function textIn(fields: FormFields, name: string): string {
  // The button that was pressed comes after a hidden field of the same name.
  return fields.get(name)?.at(-1) ?? '';
}

export function wishIn(fields: FormFields): Wish {
  const ids = (fields.get('service') ?? []).map((id) => id.toLowerCase()).filter((id) => UUID.test(id));
  const who = textIn(fields, 'who').toLowerCase();
  return {
    service_ids: [...new Set(ids)].slice(0, MOST_SERVICES),
    who: who === 'any' || UUID.test(who) ? who : null,
    from: dayIn(textIn(fields, 'from')),
    day: dayIn(textIn(fields, 'day')),
    at: instantIn(textIn(fields, 'at')),
  };
}

/** A day of the calendar as text; null: it is none. */
export function dayIn(text: string): string | null {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

function instantIn(text: string): string | null {
  const isInstant = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
  return isInstant ? text : null;
}
