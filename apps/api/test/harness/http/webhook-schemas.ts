import type { TestApp } from '../apps/test-app';

/** As much of JSON Schema as the payloads of webhooks use. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Described {
  components: { schemas: Record<string, Schema> };
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >;
}

/** The body of a message. */
interface Body {
  type: string;
  [field: string]: unknown;
}

/** Says what of the body of a webhook is against the schema that the served document has for its event. */
export async function webhookSchemas(t: TestApp): Promise<(body: Body) => string[]> {
  const { components, webhooks } = (await t.http.get('/api/docs-json').expect(200)).body as Described;
  const schemaOf = (type: string) => webhooks[type]?.post.requestBody.content['application/json'].schema;
  return (body) => {
    const schema = schemaOf(body.type);
    return schema === undefined ? [`${body.type} has no schema`] : faultsOf(body, schema, components.schemas);
  };
}

function faultsOf(value: unknown, schema: Schema, known: Record<string, Schema>, path = ''): string[] {
  const check = (other: Schema, at = path) => faultsOf(value, other, known, at);
  if (schema.$ref !== undefined) return check(known[schema.$ref.split('/').at(-1) ?? ''] ?? { enum: [] });
  const isOne = (choices: Schema[]) => choices.filter((one) => check(one).length === 0).length;
  return [
    ...(schema.allOf ?? []).flatMap((one) => check(one)),
    ...(schema.anyOf !== undefined && isOne(schema.anyOf) === 0 ? [`${path}: none of anyOf`] : []),
    ...(schema.oneOf !== undefined && isOne(schema.oneOf) !== 1 ? [`${path}: not one of oneOf`] : []),
    ...(schema.enum !== undefined && !schema.enum.includes(value) ? [`${path}: not in enum`] : []),
    ...(schema.type !== undefined && !isOfType(value, [schema.type].flat()) ? [`${path}: wrong type`] : []),
    ...(isObject(value) ? faultsOfFields(value, schema, known, path) : []),
    ...(Array.isArray(value) && schema.items !== undefined
      ? value.flatMap((one) => faultsOf(one, schema.items ?? {}, known, `${path}[]`))
      : []),
  ];
}

function faultsOfFields(
  value: Record<string, unknown>,
  { required = [], properties = {}, additionalProperties }: Schema,
  known: Record<string, Schema>,
  path: string,
): string[] {
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const own = properties[name];
      if (own !== undefined) return faultsOf(inner, own, known, `${path}.${name}`);
      return additionalProperties === false ? [`${path}.${name} is unknown`] : [];
    }),
  ];
}

function isOfType(value: unknown, types: string[]): boolean {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.includes(type) || (types.includes('integer') && Number.isInteger(value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
