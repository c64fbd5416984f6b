import { field, isText, type FieldOptions } from './field';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ONE = new RegExp(`^${UUID}$`, 'i');
const SEVERAL = new RegExp(`^${UUID}(?:,${UUID})*$`, 'i');

/** The id of a row. */
export function Uuid(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', format: 'uuid' }, [
    isText,
    { code: 'invalid_format', message: 'must be a UUID', holds: (value) => ONE.test(value as string) },
  ]);
}

/** One id or several, separated by commas, as a query sends them. */
export function SomeUuids(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', maxLength: 4_000 }, [
    isText,
    {
      code: 'invalid_format',
      message: 'must be one UUID, or several by comma',
      holds: (value) => (value as string).length <= 4_000 && SEVERAL.test(value as string),
    },
  ]);
}
