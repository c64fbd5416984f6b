import type { RawRequest } from '../http/raw-http';

const KIB = 1_024;
const json = { 'content-type': 'application/json' };

/** Where a shape goes: to a webhook with its id, to a route by a user, by nobody, as a file of clients, or to a tool by an agent. */
export type Target = 'webhook' | 'user' | 'nobody' | 'log-in' | 'import' | 'search' | 'tool';

export interface Shape extends Omit<RawRequest, 'path'> {
  to: Target;
  query?: string;
}

const header = (headers: Record<string, string>, to: Target = 'nobody'): Shape => ({ to, headers });
const body = (text: string, to: Target = 'webhook', headers: Record<string, string> = json): Shape => ({
  to,
  method: 'POST',
  headers,
  body: text,
});
const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
const csv = (text: string) => body(text, 'import', { 'content-type': 'text/csv' });
const query = (text: string, to: Target = 'search'): Shape => ({ to, query: text });

const MIB = 1_000 * KIB;
/** Calls of a tool with these arguments as JSON text, which the body's own limits see as one string. */
const tools = (...texts: string[]): Shape => {
  const calls = texts.map((text, at) => ({
    ...{ id: `call_${at}`, type: 'function' },
    function: { name: 'free_times', arguments: text },
  }));
  return body(JSON.stringify({ tool_calls: calls }), 'tool');
};
const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
const LONG = 14_000;

/** Headers and bodies of the allowed size that cost as much as they can. */
export const HOSTILE_SHAPES: Readonly<Record<string, Shape>> = {
  'arguments of a tool, one list in another': tools('['.repeat(900 * KIB)),
  'arguments of a tool with 75,000 keys': tools(keys(75_000)),
  'arguments of a tool with as many keys as may be': tools(keys(999)),
  'twenty calls with 3,700 keys each': tools(...Array<string>(20).fill(keys(3_700))),
  'twenty calls with as many keys as may be': tools(...Array<string>(20).fill(keys(999))),
  'blanks in the content type': body('{}', 'nobody', {
    'content-type': `application/json;${' '.repeat(LONG)}x`,
  }),
  'semicolons in the content type': body('{}', 'nobody', {
    'content-type': `application/json${';'.repeat(LONG)}x`,
  }),
  'parameters in the content type': body('{}', 'nobody', {
    'content-type': `application/json${';a=b'.repeat(3_500)}`,
  }),
  'a quoted string without an end': body('{}', 'nobody', {
    'content-type': `application/json;a="${'\\"'.repeat(6_000)}`,
  }),
  'blanks in the type of a CSV': body('a', 'import', { 'content-type': `text/csv;${' '.repeat(LONG)}x` }),
  'one long word of a credential': header({ authorization: 'a'.repeat(LONG) }),
  'a credential of blanks': header({ authorization: `Bearer${' '.repeat(LONG)}` }),
  'a token of dots': header({ authorization: `Bearer ${'.'.repeat(LONG)}` }),
  'a token of 14,000 letters': header({ authorization: `Bearer ${'a'.repeat(LONG)}.${'b'.repeat(900)}.c` }),
  'a key of 14,000 letters': header({ 'x-api-key': 'k'.repeat(LONG) }),
  'a cookie of semicolons': header({ cookie: ';'.repeat(LONG) }),
  'a cookie of many names': header({ cookie: 'a=b; '.repeat(2_800) }),
  'a cookie of equals signs': header({ cookie: `refresh_token=${'='.repeat(LONG)}` }),
  'tags in If-None-Match': header({ 'if-none-match': '"a",'.repeat(3_500) }, 'user'),
  'a tag without an end': header({ 'if-none-match': `W/"${'W/"'.repeat(4_000)}` }, 'user'),
  'types in Accept': header({ accept: 'a/b;q=0.1,'.repeat(1_400) }, 'user'),
  'blanks in Accept': header({ accept: `a/b;${' '.repeat(LONG)}x` }, 'user'),
  'codings in Accept-Encoding': header({ 'accept-encoding': 'gzip;q=0.1,'.repeat(1_200) }, 'user'),
  'addresses in X-Forwarded-For': header({ 'x-forwarded-for': '1.2.3.4,'.repeat(1_700) }),
  'a long request id': header({ 'x-request-id': '-'.repeat(LONG) }),
  'a long idempotency key': body('{"summary":"s"}', 'webhook', {
    ...json,
    'idempotency-key': 'k'.repeat(LONG),
  }),
  'a million lists': body(`[${fill('[],', MIB)}[]]`),
  'a million objects': body(`[${fill('{},', MIB)}{}]`),
  'a million digits': body(`{"key":${'9'.repeat(MIB)}}`),
  'a million numbers': body(`{"key":[${fill('1,', MIB)}1]}`),
  'a number with a million decimals': body(`{"key":0.${'1'.repeat(MIB)}e-1}`),
  'brackets, one in another': body('['.repeat(MIB)),
  'objects, one in another': body(fill('{"a":', MIB)),
  'keys that are alike': body(`{${fill('"a":1,', MIB)}"a":1}`),
  'escaped characters': body(`{"key":"k","value":"${fill('\\u0061', MIB)}"}`),
  'escaped NULs': body(`{"key":"k","value":"${fill('\\u0000', MIB)}"}`),
  'halves of pairs': body(`{"key":"k","value":"${fill('\\ud800', MIB)}"}`),
  'backslashes without an end': body(`{"key":"${fill('\\\\', MIB)}`),
  'blanks around a value': body(`{"key":${' '.repeat(MIB)}"k","value":"v"}`),
  'a value of the greatest length': body(JSON.stringify({ key: 'k', value: '😀'.repeat(65_536) })),
  'bytes that are no UTF-8': { ...body('', 'webhook'), body: Buffer.alloc(MIB, 0xff) },
  'a secret that almost is one': body(JSON.stringify({ key: 'k', value: 'sk-ant-'.repeat(9_300) })),
  'a password of 100 KiB': body(JSON.stringify({ email: 'a', password: 'p'.repeat(100 * KIB) }), 'log-in'),
  'an address of 100 KiB': body(JSON.stringify({ email: 'a@'.repeat(50 * KIB), password: 'p' }), 'log-in'),
  'a CSV of quotes': csv('"'.repeat(MIB)),
  'a CSV of commas': csv(`name\n${','.repeat(MIB)}`),
  'a CSV of line breaks': csv(`name\n${'\n'.repeat(MIB)}`),
  'a CSV of many columns': csv(`${fill('a,', MIB)}b\n`),
  'a search of operators': query(`q=${encodeURIComponent(fill('"a" OR -(', 6_000))}`),
  'a search of percent signs': query(`q=${'%25'.repeat(3_000)}`),
  'a query of many names': query('a=b&'.repeat(3_400)),
  'a cursor of 12,000 letters': query(`cursor=${'eyJ'.repeat(4_000)}`, 'user'),
};
