import type { FieldErrorDto } from '@groupless/shared-dto';

/** Why PostgreSQL could not store a text as it is; null if it can. */
export function unsafeText(text: string): string | null {
  if (text.includes('\0')) return 'a NUL character';
  if (!text.isWellFormed()) return 'half of a surrogate pair';
  return null;
}

/** Each text in a parsed body that cannot be stored, keys included. The body's depth is limited before. */
export function unsafeTexts(value: unknown, path: string): FieldErrorDto[] {
  if (typeof value === 'string') {
    const reason = unsafeText(value);
    return reason === null ? [] : [invalidCharacters(path, reason)];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unsafeTexts(item, `${path}.${index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const reason = unsafeText(key);
    if (reason !== null) return [invalidCharacters(path, `${reason} in the name of a field`)];
    return unsafeTexts(item, path === '' ? key : `${path}.${key}`);
  });
}

function invalidCharacters(field: string, reason: string): FieldErrorDto {
  const subject = field === '' ? 'The body' : field;
  return { field, code: 'invalid_characters', message: `${subject} holds ${reason}.` };
}
