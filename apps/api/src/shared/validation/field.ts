import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldErrorCode } from '@groupless/shared-dto';
import { ValidateBy } from 'class-validator';

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

/**
 * A field that is checked by rules, in their order: the first that fails is the one that is reported. The schema
 * is what the documentation shows.
 */
export function field(options: FieldOptions, schema: Schema, rules: Rule[]): PropertyDecorator {
  const { optional = false, nullable = false, description, example } = options;
  const given: Rule = { code: 'required', message: 'is required', holds: (value) => value !== undefined };
  const ordered = optional ? rules : [given, ...rules];
  const passes = (value: unknown) => (optional && value === undefined) || (nullable && value === null);
  const shown = nullable ? { ...schema, type: [schema['type'], 'null'] } : schema;
  return applyDecorators(
    ApiProperty({ ...shown, required: !optional, description, example } as ApiPropertyOptions),
    ...ordered.map((rule, index) =>
      ValidateBy({
        name: rule.code,
        validator: {
          validate: (value) =>
            passes(value) ||
            ordered.slice(0, index).some((earlier) => !earlier.holds(value)) ||
            rule.holds(value),
          defaultMessage: (args) => `${args?.property} ${rule.message}.`,
        },
      }),
    ),
  );
}
