import type { ReferenceObject, SchemaObject } from './openapi-types';

type Schemas = Record<string, SchemaObject>;

/**
 * An example request, made from the examples of the class's fields and of nested objects.
 * @throws Error for a required field without an example
 */
export function exampleOf(schema: SchemaObject | ReferenceObject, schemas: Schemas): unknown {
  if ('$ref' in schema) return exampleOf(referred(schema, schemas), schemas);
  if (schema.example !== undefined) return schema.example;
  // A reference with a description is wrapped in `allOf`.
  const [wrapped] = schema.allOf ?? [];
  if (wrapped !== undefined) return exampleOf(wrapped, schemas);
  return schema.properties === undefined ? undefined : exampleOfFields(schema, schemas);
}

function exampleOfFields({ properties = {}, required = [] }: SchemaObject, schemas: Schemas): unknown {
  const examples = Object.entries(properties).flatMap(([name, property]) => {
    const example = exampleOf(property, schemas);
    if (example !== undefined) return [[name, example] as const];
    if (required.includes(name)) throw new Error(`The documentation has no example for ${name}.`);
    return [];
  });
  return Object.fromEntries(examples);
}

function referred({ $ref }: ReferenceObject, schemas: Schemas): SchemaObject {
  const name = $ref.split('/').pop() ?? '';
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The documentation has no schema ${name}.`);
  return schema;
}
