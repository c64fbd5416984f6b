import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldErrorCode } from '@groupless/shared-dto';
import { getMetadataStorage, ValidateBy } from 'class-validator';

/** What any field may say of itself. */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

export interface Rule {
  code: FieldErrorCode;
  /** Follows the field's name in the message. */
  message: string;
  holds: (value: unknown) => boolean;
}

type Schema = Pick<ApiPropertyOptions, 'description' | 'example'> & Record<string, unknown>;

export const isText: Rule = {
  code: 'wrong_type',
  message: 'must be a string',
  holds: (value) => typeof value === 'string',
};

export function lengthRules(min: number, max: number): Rule[] {
  const range = min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`;
  const length = (value: unknown) => codePoints(value as string);
  return [
    { code: 'too_short', message: `must have ${range}`, holds: (value) => length(value) >= min },
    { code: 'too_long', message: `must have ${range}`, holds: (value) => length(value) <= max },
  ];
}

export function rangeRule(min: number, max: number): Rule {
  return {
    code: 'out_of_range',
    message: `must be from ${min} to ${max}`,
    holds: (value) => (value as number) >= min && (value as number) <= max,
  };
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A field of a request class, as the `RequestPipe` checks it. */
export interface Field {
  /** What is wrong with a value; null if nothing is. */
  fault(value: unknown): Rule | null;
  /** A query parameter as its rules expect it, if that is not its text. */
  read?: (text: string) => unknown;
}

/**
 * A field that is checked by rules, in their order: the first that fails is the one that is reported. The schema
 * is what the documentation shows.
 */
export function field(
  options: FieldOptions,
  schema: Schema,
  rules: readonly Rule[],
  read?: Field['read'],
): PropertyDecorator {
  const { optional = false, nullable = false, description, example } = options;
  const shown = nullable ? { ...schema, type: [schema['type'], 'null'] } : schema;
  const checked: Field = {
    fault(value) {
      if (value === undefined) return optional ? null : REQUIRED;
      if (nullable && value === null) return null;
      for (const rule of rules) if (!rule.holds(value)) return rule;
      return null;
    },
    ...(read === undefined ? {} : { read }),
  };
  return applyDecorators(
    ApiProperty({ ...shown, required: !optional, description, example } as ApiPropertyOptions),
    ValidateBy({
      name: 'field',
      constraints: [checked],
      validator: { validate: (value) => checked.fault(value) === null },
    }),
  );
}

const REQUIRED: Rule = { code: 'required', message: 'is required', holds: (value) => value !== undefined };

const known = new WeakMap<object, ReadonlyMap<string, Field>>();

/**
 * The fields that a request class accepts: its own, then those of the classes that it extends. They are declared with
 * class-validator, whose store is read once a class: walking through it costs more than the rules themselves.
 */
export function fieldsOf(prototype: object): ReadonlyMap<string, Field> {
  let fields = known.get(prototype);
  if (fields === undefined) {
    const declared = getMetadataStorage().getTargetValidationMetadatas(
      prototype.constructor,
      '',
      false,
      false,
    );
    fields = new Map(
      declared.map(({ propertyName, constraints }) => [propertyName, constraints?.[0] as Field]),
    );
    known.set(prototype, fields);
  }
  return fields;
}
