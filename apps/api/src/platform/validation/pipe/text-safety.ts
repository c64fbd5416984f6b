import type { FieldErrorDto } from '@groupless/shared-dto';

/** Why PostgreSQL cannot store a text; null if it can. */
function unsafeText(text: string): string | null {
  if (text.includes('\0')) return 'a NUL character';
  if (!text.isWellFormed()) return 'half of a surrogate pair';
  return null;
}

/** The texts in a parsed body that cannot be stored, keys included. The body's depth is already limited. */
export function unsafeTexts(value: unknown, path: string): FieldErrorDto[] {
  const found: FieldErrorDto[] = [];
  collect(value, path, found);
  return found;
}

function collect(value: unknown, path: string, found: FieldErrorDto[]): void {
  if (typeof value === 'string') {
    const reason = unsafeText(value);
    if (reason !== null) found.push(invalidCharacters(path, reason));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}.${index}`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const reason = unsafeText(key);
      if (reason !== null) found.push(invalidCharacters(path, `${reason} in the name of a field`));
      else collect(item, path === '' ? key : `${path}.${key}`, found);
    }
  }
}

function invalidCharacters(field: string, reason: string): FieldErrorDto {
  const subject = field === '' ? 'The body' : field;
  return { field, code: 'invalid_characters', message: `${subject} holds ${reason}.` };
}
