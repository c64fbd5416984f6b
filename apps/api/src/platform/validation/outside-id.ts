import { isUnfilledPlaceholder, LIMITS, OUTSIDE_ID } from '@groupless/shared-dto';
import { fault, field, Holds, type FieldOptions } from './field';
import { IsText } from './fields';
import { HasLength } from './lengths';

/** What is wrong with a placeholder, after the name of its field. */
export const UNFILLED = 'is a placeholder that was not filled: send the id itself, or leave it out';

/** An id that another program chose, such as that of a chat. */
export function OutsideId(options: FieldOptions): PropertyDecorator {
  const { min, max } = LIMITS.outside_id;
  return field(options, { type: 'string', minLength: min, maxLength: max, pattern: OUTSIDE_ID.source }, [
    IsText(),
    // A blank one is too short, too, but what is wrong with it is that it was not filled.
    HasLength({ min: 0, max }),
    Holds('filled', (id: string) => !isUnfilledPlaceholder(id), fault('unfilled_placeholder', UNFILLED)),
  ]);
}

/** The ids without placeholders, and a warning of each, where a placeholder counts as missing. */
export function withoutPlaceholders<Name extends string>(
  ids: Record<Name, string | null>,
): { ids: Record<Name, string | null>; warnings: string[] } {
  const names = Object.keys(ids) as Name[];
  const unfilled = names.filter((name) => ids[name] !== null && isUnfilledPlaceholder(ids[name]));
  return {
    ids: { ...ids, ...Object.fromEntries(unfilled.map((name) => [name, null])) },
    warnings: unfilled.map(countsAsMissing),
  };
}

export function countsAsMissing(name: string): string {
  return `${name} is a placeholder that was not filled, and counts as missing.`;
}
