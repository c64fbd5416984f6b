import * as fc from 'fast-check';
import type { RawRequest } from '../http/raw-http';

/** As much of an OpenAPI document as it takes to make requests that are almost right. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const oneOf = (words: string) => fc.constantFrom(...words.split(' '));

/** Wrong in every way that JSON can write. */
const oddLiteral = fc.oneof(
  oneOf('null true [] {} [null] {"__proto__":{"polluted":1}} {"constructor":{"prototype":1}} [[[["a"]]]]'),
  oneOf('0 -0 -1 1e999 -1e999 1e-999 10.5 2147483648 9007199254740993 99999999999999999999'),
  oneOf('"\\ud800" "\\udc00x" "a\\u0000b" "\\u202e\\ufeff" "%" "_" "\\\\" "\'" "" " "'),
  oneOf('"0000-00-00T00:00:00Z" "2026-02-30T10:00:00Z" "+275760-09-13T00:00:00.001Z" "infinity" "now"'),
  oneOf(
    '"-271821-04-20T00:00:00Z" "2026-11-20T24:00:00Z" "2026-11-20T10:00:00+25:00" "2026-11-20T23:59:60Z"',
  ),
  oneOf('"9999-12-31T23:59:59.999999999Z" "2026-11-20" "20261120T100000Z" "0001-01-01T00:00:00+18:00"'),
  oneOf('"UTC" "Europe/Nowhere" "+99999999999999999999" "a@b" "@" "=1+1" "1; drop table users"'),
  fc.constantFrom(`"${'x'.repeat(20_000)}"`, `"${'😀'.repeat(300)}"`, `[${Array(1_100).fill('1').join()}]`),
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);

const oddParameter = fc
  .oneof(
    oneOf('0 -1 201 1e2 0x10 +5 1.5 ٣ NaN true null undefined [object] %00 %ff %zz % a,b,, ,'),
    oneOf('2026-13-01 2026-02-29 0000-00-00 9999999999-01-01 2026-11-20T10:00:00Z infinity today'),
    oneOf('eyJhIjoxfQ WyJhIl0 W10 -name name,-name --name name%3bdrop %25 _ %5c \' " \\'),
    fc.constantFrom('9'.repeat(40), 'x'.repeat(3_000)),
    fc.string({ unit: 'binary' }),
  )
  .map((text) => (/^[\x21\x24-\x7e]*$/.test(text) ? text : encodeURIComponent(text)));

const oddPart = fc.oneof(
  oneOf('%00 %ff %zz % %2f %2e%2e .. ;a=b * null undefined __proto__ 0 -1 1 99999999999999999999'),
  oneOf('01936f00-0000-7000-8000-000000000000 00000000-0000-0000-0000-000000000000 %F0%9F%98%80'),
  fc.constant('x'.repeat(3_000)),
);

const oddType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: oneOf('text/plain text/csv application/x-www-form-urlencoded */* , application/json;'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('application/json; charset=utf-16', 'multipart/form-data; boundary=x'),
  },
);

/**
 * Requests to the documented operations: a few of their parameters and fields wrong, the rest right, so that some
 * get as far as the database.
 * @param leave_out operations, such as `post /api/auth/logout`
 */
export function hostileRequests(api: OpenApi, leaveOut: ReadonlySet<string>): fc.Arbitrary<RawRequest> {
  const operations = Object.entries(api.paths).flatMap(([path, byMethod]) =>
    METHODS.filter((method) => byMethod[method] !== undefined && !leaveOut.has(`${method} ${path}`)).map(
      (method) => ({ method, path, operation: byMethod[method]! }),
    ),
  );
  return fc.constantFrom(...operations).chain(({ method, path, operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema;
    const hasBody = method !== 'get' && method !== 'delete';
    return fc
      .record({
        path: pathOf(path),
        query: queryOf(operation),
        body: body === undefined ? fc.option(oddLiteral, { nil: undefined, freq: 3 }) : bodyOf(api, body),
        type: oddType,
      })
      .map(({ path: filled, query, body: text, type }) => ({
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        headers: hasBody && text !== undefined ? { 'content-type': type } : {},
        ...(hasBody && text !== undefined ? { body: text } : {}),
      }));
  });
}

function pathOf(path: string): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? oddPart : fc.constant(part)));
  return fc.tuple(...parts).map((filled) => filled.join('/'));
}

function queryOf({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const name = fc.oneof(
    { weight: 8, arbitrary: names.length === 0 ? fc.constant('x') : fc.constantFrom(...names) },
    { weight: 1, arbitrary: oneOf('__proto__ limit[] LIMIT constructor') },
  );
  return fc
    .array(fc.tuple(name, oddParameter), { maxLength: 3 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
}

/** The text of a body: every required field and some others, each right or odd; at times broken as a whole. */
function bodyOf(api: OpenApi, schema: Schema): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = resolve(api, schema);
  const fields = Object.entries(properties).map(([name, one]) =>
    fc
      .record({ is_sent: fc.nat(3), is_odd: fc.nat(2), right: literalOf(api, one, 0), odd: oddLiteral })
      .map(({ is_sent, is_odd, right, odd }) =>
        required.includes(name) || is_sent === 0
          ? [`${JSON.stringify(name)}:${is_odd === 0 ? odd : right}`]
          : [],
      ),
  );
  const extra = fc.oneof(
    { weight: 10, arbitrary: fc.constant([] as string[]) },
    {
      weight: 1,
      arbitrary: oneOf('"__proto__":{"role":"admin"} "id":1 "":"" "constructor":1').map((one) => [one]),
    },
  );
  const object = fc.tuple(...fields, extra).map((members) => `{${members.flat().join()}}`);
  return fc.oneof(
    { weight: 12, arbitrary: object },
    { weight: 1, arbitrary: oddLiteral },
    { weight: 1, arbitrary: object.map((text) => text.slice(0, -1)) },
    { weight: 1, arbitrary: object.map((text) => text.replace(/^\{("[^"]*":)/, '{$1null,$1')) },
  );
}

/** A value that the schema allows. */
function literalOf(api: OpenApi, unresolved: Schema, depth: number): fc.Arbitrary<string> {
  const schema = resolve(api, unresolved);
  const choice = schema.oneOf?.[0];
  if (choice !== undefined) return literalOf(api, choice, depth);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum).map((value) => JSON.stringify(value));
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return oneOf('true false');
    case 'integer':
    case 'number':
      return fc
        .integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 1_000) })
        .map(String);
    case 'array':
      if (depth > 2 || schema.items === undefined) return fc.constant('[]');
      return fc
        .array(literalOf(api, schema.items, depth + 1), { maxLength: 2 })
        .map((items) => `[${items.join()}]`);
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, one]) =>
        literalOf(api, one, depth + 1).map((value) => `${JSON.stringify(name)}:${value}`),
      );
      return depth > 2 ? fc.constant('{}') : fc.tuple(...members).map((written) => `{${written.join()}}`);
    }
    default:
      return textOf(schema).map((text) => JSON.stringify(text));
  }
}

function textOf({ format }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return oneOf('2026-11-23T09:00:00Z 2026-11-23T10:00:00+01:00 2020-02-29T00:00:00.000Z');
  if (format === 'uuid') return fc.uuid();
  return fc.oneof(
    oneOf('Ada +14155552671 ada@example.com 09:00 UTC en US chat 12345678901234'),
    fc.string({ minLength: 1 }),
  );
}

export function resolve(api: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const inner = name === undefined ? schema : (api.components.schemas[name] ?? {});
  if (inner.allOf === undefined) return inner;
  const parts = inner.allOf.map((part) => resolve(api, part));
  return { ...Object.assign({}, ...parts), ...inner } as Schema;
}
