import { isUnfilledPlaceholder, LIMITS, OUTSIDE_ID } from '@groupless/shared-dto';
import { IsObject } from 'class-validator';
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

const NAME_OF_IDS = new RegExp(`^[\\w.-]{1,${LIMITS.external_ids.name}}$`);

/** Ids in other systems, by their names. */
export function OutsideIds(options: FieldOptions): PropertyDecorator {
  const { max } = LIMITS.external_ids;
  const areAll = (test: (id: unknown, name: string) => boolean) => (ids: Record<string, unknown>) =>
    typeof ids !== 'object' || Object.entries(ids).every(([name, id]) => test(id, name));
  const isId = (id: unknown) => typeof id === 'string' && [...id].length <= LIMITS.outside_id.max;
  const isFilled = (id: unknown) => typeof id !== 'string' || !isUnfilledPlaceholder(id);
  return field(options, { type: 'object', additionalProperties: { type: 'string' }, maxProperties: max }, [
    IsObject(fault('wrong_type', 'must be an object of ids by their names')),
    Holds(
      'few',
      (ids: object) => typeof ids !== 'object' || Object.keys(ids).length <= max,
      fault('too_long', `must have at most ${max} ids`),
    ),
    Holds('filled', areAll(isFilled), fault('unfilled_placeholder', UNFILLED)),
    Holds(
      'ids',
      areAll((id, name) => NAME_OF_IDS.test(name) && isId(id)),
      fault(
        'invalid_format',
        `must have names of letters, digits and ._- and ids as text of at most ${LIMITS.outside_id.max} characters`,
      ),
    ),
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
