import { applyDecorators } from '@nestjs/common';
import { codePoints, field, isText, lengthRules, rangeRule, type FieldOptions, type Rule } from './field';

/*
 * Decorators for the fields of request classes. Each states a rule once: it is checked, named with a code
 * when it fails, and shown in the API's documentation.
 */

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
