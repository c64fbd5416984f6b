import { LIMITS } from '@groupless/shared-dto';
import { IsBoolean, IsIn, IsInt, IsObject, IsString, Matches, Max, Min } from 'class-validator';
import { isEmailAddress } from '../addresses/email-address';
import { mixesScripts } from '../addresses/look-alike';
import { fault, field, Holds, type FieldOptions } from './field';
import { codePoints, HasLength } from './lengths';

/*
 * The fields of request classes: class-validator's decorators, composed where a rule repeats, with our error codes,
 * messages and documentation.
 */

export const IsText = () => IsString(fault('wrong_type', 'must be a string'));

export interface TextOptions extends FieldOptions {
  min?: number;
  max: number;
}

/** A text of `min` (default 0) to `max` code points. It is not trimmed. */
export function Text({ min = 0, max, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: 'string', minLength: min, maxLength: max }, [
    IsText(),
    HasLength({ min, max }),
  ]);
}

/** A text with more than white space. */
export function FilledText({ min = 1, max, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: 'string', minLength: min, maxLength: max, pattern: '\\S' }, [
    IsText(),
    HasLength({ min, max }),
    Matches(/\S/, fault('invalid_format', 'must not be white space only')),
  ]);
}

/** A text without white space. */
export function Word({ max, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: 'string', minLength: 1, maxLength: max, pattern: '^\\S+$' }, [
    IsText(),
    HasLength({ min: 1, max }),
    Matches(/^\S+$/, fault('invalid_format', 'must be one word')),
  ]);
}

/** Any JSON object. */
export function JsonDocument(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true }, [
    IsObject(fault('wrong_type', 'must be an object')),
  ]);
}

/** A text, or an array of texts, whose length counts joined by ", ". */
export function TextOrList({ max, ...options }: TextOptions): PropertyDecorator {
  const schema = {
    oneOf: [
      { type: 'string', maxLength: max },
      { type: 'array', items: { type: 'string' } },
    ],
  };
  return field(options, schema, [
    Holds('isTextOrTexts', isTextOrTexts, fault('wrong_type', 'must be a string or an array of strings')),
    Holds(
      'maxLength',
      (value: string | string[]) => codePoints(joinList(value)) <= max,
      fault('too_long', `must have at most ${max} characters`),
    ),
  ]);
}

function isTextOrTexts(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

export function joinList(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}

/**
 * An email address of at most 254 characters, with international domains. Invisible characters and compatibility forms
 * are refused, because two addresses could look alike.
 */
export function EmailAddress(options: FieldOptions): PropertyDecorator {
  const { max } = LIMITS.email;
  return field(options, { type: 'string', minLength: 3, maxLength: max, format: 'email' }, [
    IsText(),
    HasLength({ min: 3, max }),
    Holds(
      'email',
      isEmailAddress,
      fault('invalid_format', 'must be an email address, such as jana@example.com'),
    ),
  ]);
}

/** A text of invisible characters only. */
const UNSEEN = /^[\p{Cf}\p{Cc}\s]*[\p{Cf}\p{Cc}][\p{Cf}\p{Cc}\s]*$/u;

/** Beside a text: nothing with which two names look alike. Joiners and forms of emoji are no invisible characters. */
export function Visible(): PropertyDecorator {
  const hidden = /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--\p{Join_Control}--\p{Variation_Selector}]/v;
  return Holds(
    'visible',
    (text: unknown) => typeof text !== 'string' || !(hidden.test(text) || mixesScripts(text)),
    fault('invalid_format', 'must have no invisible characters, and no letters of two scripts in a word'),
  );
}

/** A name that people see: one line with a visible character. */
export function NameText({ min = 0, max, ...options }: TextOptions): PropertyDecorator {
  return field(options, { type: 'string', minLength: min, maxLength: max }, [
    IsText(),
    HasLength({ min, max }),
    Holds(
      'seen',
      (text: string) => !UNSEEN.test(text),
      fault('invalid_format', 'must have a visible character'),
    ),
    Holds(
      'oneLine',
      (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text),
      fault('invalid_format', 'must be one line without control characters'),
    ),
  ]);
}

interface ChoiceOptions extends FieldOptions {
  values: readonly string[];
}

export function OneOf({ values, ...options }: ChoiceOptions): PropertyDecorator {
  return field(options, { type: 'string', enum: [...values] }, [
    IsText(),
    IsIn([...values], fault('not_allowed', `must be one of ${values.join(', ')}`)),
  ]);
}

/** True or false in a query, as a word. */
export function QueryFlag(options: FieldOptions): PropertyDecorator {
  return OneOf({ ...options, values: ['true', 'false'] });
}

/** One or several of the values in a query, comma-separated. */
export function SomeOf({ values, ...options }: ChoiceOptions): PropertyDecorator {
  const one = `(${values.join('|')})`;
  return field(options, { type: 'string', pattern: `^${one}(,${one})*$` }, [
    IsText(),
    Holds(
      'someOf',
      (text: string) => text.split(',').every((part) => values.includes(part)),
      fault('not_allowed', `must be one or several, by comma, of ${values.join(', ')}`, {
        context: { takesSeveral: true },
      }),
    ),
  ]);
}

/** True or false. */
export function Flag(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'boolean' }, [IsBoolean(fault('wrong_type', 'must be true or false'))]);
}

interface IntegerOptions extends FieldOptions {
  min: number;
  max: number;
  default?: number;
}

/** A whole JSON number. */
export function Integer(options: IntegerOptions): PropertyDecorator {
  return integer(options, 'must be a whole number');
}

/** A whole number in a query, in decimal digits. The pipe converts it. */
export function QueryInteger(options: IntegerOptions): PropertyDecorator {
  const range = `from ${options.min} to ${options.max}`;
  return integer(options, `must be a whole number ${range}, in decimal digits`, { isDigits: true });
}

function integer(
  { min, max, default: fallback, ...options }: IntegerOptions,
  message: string,
  context = {},
): PropertyDecorator {
  const outOfRange = fault('out_of_range', `must be from ${min} to ${max}`);
  return field(options, { type: 'integer', minimum: min, maximum: max, default: fallback }, [
    IsInt(fault('wrong_type', message, { context })),
    Min(min, outOfRange),
    Max(max, outOfRange),
  ]);
}
