import { resolve, type OpenApi, type Schema } from './hostile-requests';

/** What a request writes: its address, and its body. */
export interface Written {
  path: string;
  body: unknown;
}

/**
 * The free texts in the bodies that an API takes, such as `/clients notes`: strings without a format, a list of values, or
 * a pattern that lets no markup in. The field of a row is one field, whether it is made or changed there.
 */
export function textFields(api: OpenApi): Set<string> {
  const fields = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema === undefined ? [] : textsIn(api, schema).map((name) => `${placeOf(path)} ${name}`);
    }),
  );
  return new Set(fields);
}

/** The fields of an API that hold a text after these requests. */
export function writtenFields(api: OpenApi, requests: readonly Written[]): Set<string> {
  const templates = Object.keys(api.paths).map((path) => ({
    place: placeOf(path),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return new Set(
    requests.flatMap(({ path, body }) => {
      const place = templates.find(({ pattern }) => pattern.test(path.split('?')[0]!))?.place ?? path;
      return stringsIn(body).map((name) => `${place} ${name}`);
    }),
  );
}

/** Without the id of the row, and without the prefix that some have an address without. */
const placeOf = (path: string) => path.replace(/\/\{\w+\}$/, '').replace(/^\/api(?=\/)/, '');

/** Also what an email address may be. */
const MARKUP = '<b>@{{x}}';

function textsIn(api: OpenApi, unresolved: Schema): string[] {
  const schema = resolve(api, unresolved);
  if (schema.oneOf !== undefined) return schema.oneOf.flatMap((choice) => textsIn(api, choice));
  if (schema.items !== undefined) return textsIn(api, schema.items);
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, one]) => below(name, textsIn(api, one)));
  const isString = [schema.type].flat().includes('string');
  const isFree = schema.format === undefined && schema.enum === undefined;
  return isString && isFree && new RegExp(schema.pattern ?? '', 'u').test(MARKUP) ? [''] : [];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [''];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => below(name, stringsIn(one)));
}

const below = (name: string, inner: readonly string[]) =>
  inner.map((one) => (one === '' ? name : `${name}.${one}`));
