import type { ReferenceObject, SchemaObject } from './openapi-types';

/** An object with the examples that a class states for its fields; a required field without one is an error. */
export function exampleOf(
  schema: SchemaObject | ReferenceObject,
  schemas: Record<string, SchemaObject>,
): unknown {
  if ('$ref' in schema) {
    const name = schema.$ref.split('/').pop() ?? '';
    const target = schemas[name];
    if (target === undefined) throw new Error(`The documentation has no schema ${name}.`);
    return exampleOf(target, schemas);
  }
  if (schema.properties === undefined) return schema.example;
  const examples = Object.entries(schema.properties).flatMap(([name, property]) => {
    const example = exampleOf(property, schemas);
    if (example !== undefined) return [[name, example] as const];
    if (schema.required?.includes(name)) throw new Error(`The documentation has no example for ${name}.`);
    return [];
  });
  return Object.fromEntries(examples);
}
