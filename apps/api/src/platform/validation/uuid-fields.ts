import { IsUUID, isUUID } from 'class-validator';
import { IsText } from './fields';
import { fault, field, Holds, type FieldOptions } from './field';

/** A UUID of any version. */
export function Uuid(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', format: 'uuid' }, [
    IsText(),
    IsUUID('loose', fault('invalid_format', 'must be a UUID')),
  ]);
}

/** One or several UUIDs in a query, comma-separated. */
export function SomeUuids(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', maxLength: 4_000 }, [
    IsText(),
    Holds('someUuids', areUuids, fault('invalid_format', 'must be one UUID, or several by comma')),
  ]);
}

function areUuids(text: string): boolean {
  return text.length <= 4_000 && text.split(',').every((part) => isUUID(part, 'loose'));
}
