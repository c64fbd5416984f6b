import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldErrorCode } from '@groupless/shared-dto';
import { ValidateBy } from 'class-validator';

/**
 * Decorators for the fields of request classes. Each states a rule once: it is checked, named with a code
 * when it fails, and shown in the API's documentation.
 */
interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

interface Rule {
  code: FieldErrorCode;
  /** Follows the field's name in the message. */
  message: string;
  holds: (value: unknown) => boolean;
}

type Schema = Pick<ApiPropertyOptions, 'description' | 'example'> & Record<string, unknown>;

interface TextOptions extends FieldOptions {
  min?: number;
  max: number;
}

/** A text of `min` (default 0) to `max` code points, taken exactly as it comes. */
export function Text({ min = 0, max, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: 'string', minLength: min, maxLength: max }, [
    isText,
    ...lengthRules(min, max),
  ]);
}

/** A text without white space. */
export function Word({ max, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: 'string', minLength: 1, maxLength: max, pattern: '^\\S+$' }, [
    isText,
    ...lengthRules(1, max),
    { code: 'invalid_format', message: 'must be one word', holds: (value) => /^\S+$/.test(value as string) },
  ]);
}

/** A text, or an array of texts that count as one, joined by ", ". */
export function TextOrList({ max, ...options }: TextOptions): PropertyDecorator {
  const schema = {
    oneOf: [
      { type: 'string', maxLength: max },
      { type: 'array', items: { type: 'string' } },
    ],
  };
  const isTextOrTexts: Rule = {
    code: 'wrong_type',
    message: 'must be a string or an array of strings',
    holds: (value) =>
      typeof value === 'string' || (Array.isArray(value) && value.every((v) => typeof v === 'string')),
  };
  const fits: Rule = {
    code: 'too_long',
    message: `must have at most ${max} characters`,
    holds: (value) => codePoints(joinList(value as string | string[])) <= max,
  };
  return field(options, schema, [isTextOrTexts, fits]);
}

export function joinList(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}

export function OneOf({
  values,
  ...options
}: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  return field(options, { type: 'string', enum: [...values] }, [
    isText,
    {
      code: 'not_allowed',
      message: `must be one of ${values.join(', ')}`,
      holds: (value) => values.includes(value as string),
    },
  ]);
}

/** One or several of the values, separated by commas, as a query sends them. */
export function SomeOf({
  values,
  ...options
}: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const one = `(${values.join('|')})`;
  return field(options, { type: 'string', pattern: `^${one}(,${one})*$` }, [
    isText,
    {
      code: 'not_allowed',
      message: `must be one or several, by comma, of ${values.join(', ')}`,
      holds: (value) => (value as string).split(',').every((part) => values.includes(part)),
    },
  ]);
}

/** The name of an IANA time zone. */
export function TimeZone(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', maxLength: 64 }, [
    isText,
    { code: 'not_allowed', message: 'must be a time zone such as Europe/Vienna', holds: isTimeZone },
  ]);
}

function isTimeZone(value: unknown): boolean {
  // Without the letter, offsets such as +01:00 would pass.
  return (
    /^[a-z]/i.test(value as string) &&
    accepts(() => new Intl.DateTimeFormat('en', { timeZone: value as string }))
  );
}

/** A BCP 47 language tag. */
export function LanguageTag(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', maxLength: 35 }, [
    isText,
    ...lengthRules(2, 35),
    {
      code: 'invalid_format',
      message: 'must be a language tag such as en or de-AT',
      holds: (value) => accepts(() => Intl.getCanonicalLocales(value as string)),
    },
  ]);
}

function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

interface IntegerOptions extends FieldOptions {
  min: number;
  max: number;
  default?: number;
}

/** A whole JSON number. */
export function Integer({ min, max, default: fallback, ...options }: IntegerOptions): PropertyDecorator {
  const isInteger: Rule = {
    code: 'wrong_type',
    message: 'must be a whole number',
    holds: (value) => Number.isInteger(value),
  };
  return field(options, { type: 'integer', minimum: min, maximum: max, default: fallback }, [
    isInteger,
    rangeRule(min, max),
  ]);
}

/** A whole number in a query: decimal digits and nothing else. The pipe turns it into a number. */
export function QueryInteger(options: IntegerOptions): PropertyDecorator {
  return applyDecorators(Integer(options), (target: object, name: string | symbol) => {
    Reflect.defineMetadata(QUERY_INTEGER, true, target, name);
  });
}

const QUERY_INTEGER = Symbol('query integer');

/** The value of a query parameter as its field expects it: digits become a number, all else stays as it is. */
export function readParameter(target: object, name: string, value: string): unknown {
  if (Reflect.getMetadata(QUERY_INTEGER, target, name) !== true) return value;
  return /^\d+$/.test(value) ? Number(value) : value;
}

const isText: Rule = {
  code: 'wrong_type',
  message: 'must be a string',
  holds: (value) => typeof value === 'string',
};

function lengthRules(min: number, max: number): Rule[] {
  const range = min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`;
  const length = (value: unknown) => codePoints(value as string);
  return [
    { code: 'too_short', message: `must have ${range}`, holds: (value) => length(value) >= min },
    { code: 'too_long', message: `must have ${range}`, holds: (value) => length(value) <= max },
  ];
}

function rangeRule(min: number, max: number): Rule {
  return {
    code: 'out_of_range',
    message: `must be from ${min} to ${max}`,
    holds: (value) => (value as number) >= min && (value as number) <= max,
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Rules are checked in their order; the first that fails is the one that is reported. */
function field(options: FieldOptions, schema: Schema, rules: Rule[]): PropertyDecorator {
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
