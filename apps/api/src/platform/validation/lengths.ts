import { applyDecorators } from '@nestjs/common';
import { fault, Holds } from './field';

/** The length of a text as PostgreSQL counts it. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

interface Range {
  min: number;
  max: number;
  /** Whether each text of an array is checked. */
  each?: boolean;
}

/** A text of `min` to `max` code points. class-validator's `@Length` does not count variation selectors. */
export function HasLength({ min, max, each = false }: Range): PropertyDecorator {
  const range = min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`;
  const message = each ? `must hold texts of ${range}` : `must have ${range}`;
  return applyDecorators(
    ...(min === 0
      ? []
      : [Holds('minLength', (text: string) => isAtLeast(text, min), fault('too_short', message, { each }))]),
    Holds('maxLength', (text: string) => isAtMost(text, max), fault('too_long', message, { each })),
  );
}

/** Avoids counting: a code point is one or two UTF-16 units. */
function isAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && codePoints(text) <= max);
}

function isAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || (text.length >= min && codePoints(text) >= min);
}
