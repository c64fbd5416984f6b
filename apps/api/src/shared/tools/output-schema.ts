import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { documentedField } from './documented-field';

/** The part of JSON Schema that answers of tools use. */
export interface AnswerSchema {
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: (string | null)[];
  properties?: Record<string, AnswerSchema>;
  required?: string[];
  items?: AnswerSchema;
  additionalProperties?: unknown;
}

/** The documentation metadata of a response class's field. */
interface Documented extends Pick<AnswerSchema, 'description' | 'additionalProperties'> {
  format?: string | undefined;
  type?: string | Type;
  isArray?: boolean;
  enum?: (string | null)[];
  nullable?: boolean;
  required?: boolean;
}

/** The schema of a text answer, such as the brief. MCP allows only objects. */
const TEXT: AnswerSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
};

/**
 * The answer of a tool as JSON Schema, from its response class. Examples and limits are left out to keep it short, and of nested
 * fields all but names and types.
 */
export function outputSchemaOf(output: Type | 'text'): AnswerSchema {
  return output === 'text' ? TEXT : objectSchemaOf(output, true);
}

/** The validated answer of a tool, structured as in its schema. */
export function structuredAnswer(text: string, output: Type | 'text'): Record<string, unknown> {
  return output === 'text' ? { text } : (JSON.parse(text) as Record<string, unknown>);
}

function objectSchemaOf(output: Type, isDescribed: boolean): AnswerSchema {
  const fields = namesOf(output).map((name) => [name, documentedField(output, name) as Documented] as const);
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, fieldSchemaOf(field, isDescribed)]),
  );
  const required = fields.filter(([, field]) => field.required !== false).map(([name]) => name);
  return { type: 'object', properties, ...(isDescribed && { required }) };
}

function fieldSchemaOf(
  { isArray, description = '', nullable, ...one }: Documented,
  isDescribed: boolean,
): AnswerSchema {
  const value = valueSchemaOf(isDescribed ? one : { ...one, format: undefined });
  const schema = isArray === true ? { type: 'array', items: value } : value;
  const described = isDescribed && description !== '' ? { ...schema, description } : schema;
  return nullable === true ? orNull(described) : described;
}

function valueSchemaOf({ type, format, enum: values, additionalProperties }: Documented): AnswerSchema {
  const name = nameOf(type);
  if (name === null) return objectSchemaOf(type as Type, false);
  return {
    type: name,
    ...(format !== undefined && { format }),
    ...(values !== undefined && { enum: [...values] }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

function orNull(schema: AnswerSchema): AnswerSchema {
  const types = [schema.type ?? []].flat();
  const values = schema.enum === undefined ? {} : { enum: [...new Set([...schema.enum, null])] };
  return { ...schema, ...values, type: [...types, 'null'] };
}

/** The name of a JSON Schema type; null for a class. */
function nameOf(type: Documented['type']): string | null {
  if (typeof type === 'string') return type;
  const plain: readonly unknown[] = [String, Number, Boolean];
  if (type === undefined) throw new Error('A field of an answer needs a type.');
  return plain.includes(type) ? type.name.toLowerCase() : null;
}

function namesOf(output: Type): string[] {
  const names: unknown = Reflect.getMetadata(
    DECORATORS.API_MODEL_PROPERTIES_ARRAY,
    output.prototype as object,
  );
  if (names === undefined) throw new Error(`${output.name} documents no field.`);
  return (names as string[]).map((name) => name.slice(1));
}
