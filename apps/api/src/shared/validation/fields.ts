import { LIMITS } from '@groupless/shared-dto';
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

/** Any JSON object. */
export function JsonDocument(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true }, [
    {
      code: 'wrong_type',
      message: 'must be an object',
      holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    },
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

interface TextListOptions extends TextOptions {
  /** How many texts at least; 0 unless said. */
  least?: number;
  /** How many texts at most. */
  most: number;
}

/** A list of different texts, each of `min` (default 0) to `max` code points. */
export function TextList({ min = 0, max, least = 0, most, ...options }: TextListOptions): PropertyDecorator {
  const items = { type: 'string', minLength: min, maxLength: max };
  const texts = (value: unknown) => value as string[];
  return field(options, { type: 'array', items, minItems: least, maxItems: most, uniqueItems: true }, [
    {
      code: 'wrong_type',
      message: 'must be an array of strings',
      holds: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string'),
    },
    { code: 'too_short', message: 'must not be empty', holds: (value) => texts(value).length >= least },
    {
      code: 'too_long',
      message: `must have at most ${most} items`,
      holds: (value) => texts(value).length <= most,
    },
    ...lengthRules(min, max).map((rule) => ({
      ...rule,
      message: `must hold texts that have ${min} to ${max} characters`,
      holds: (value: unknown) => texts(value).every(rule.holds),
    })),
    {
      code: 'repeated',
      message: 'must not name anything twice',
      holds: (value) => new Set(texts(value)).size === texts(value).length,
    },
  ]);
}

/** Something with an `@` that an email can be sent to, of at most 254 characters. */
export function EmailAddress(options: FieldOptions): PropertyDecorator {
  const { max } = LIMITS.email;
  return field(options, { type: 'string', minLength: 3, maxLength: max, pattern: EMAIL.source }, [
    isText,
    ...lengthRules(3, max),
    {
      code: 'invalid_format',
      message: 'must be an email address',
      holds: (value) => isEmailAddress(value as string),
    },
  ]);
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
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

/** True or false. */
export function Flag(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'boolean' }, [
    {
      code: 'wrong_type',
      message: 'must be true or false',
      holds: (value) => typeof value === 'boolean',
    },
  ]);
}

interface IntegerOptions extends FieldOptions {
  min: number;
  max: number;
  default?: number;
}

/** A whole JSON number. */
export function Integer(options: IntegerOptions): PropertyDecorator {
  return integer(options);
}

/** A whole number in a query: decimal digits and nothing else. The pipe turns it into a number. */
export function QueryInteger(options: IntegerOptions): PropertyDecorator {
  return integer(options, (text) => (/^\d+$/.test(text) ? Number(text) : text));
}

function integer(
  { min, max, default: fallback, ...options }: IntegerOptions,
  read?: (text: string) => unknown,
): PropertyDecorator {
  const isInteger: Rule = {
    code: 'wrong_type',
    message: 'must be a whole number',
    holds: (value) => Number.isInteger(value),
  };
  const schema = { type: 'integer', minimum: min, maximum: max, default: fallback };
  return field(options, schema, [isInteger, rangeRule(min, max)], read);
}
