import { MEMORY_FILE_TYPES, type MemoryFileType } from '@groupless/shared-dto';

/**
 * Whether a `Content-Type` header names the type, in UTF-8. The header is split rather than matched with a regular
 * expression, so the time is linear.
 * @param also other parameters that are allowed, as `name=value`
 */
export function isTypeInUtf8(header: string, type: string, also: readonly string[] = []): boolean {
  const [named, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const accepted = new Set(['', 'charset=utf-8', 'charset=utf8', ...also]);
  return named === type && parameters.every((parameter) => accepted.has(plain(parameter)));
}

/** Removes blanks around `=` and quotes around the value. */
function plain(parameter: string): string {
  const equals = parameter.indexOf('=');
  if (equals < 0) return parameter;
  const value = parameter.slice(equals + 1).trim();
  const isQuoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
  return `${parameter.slice(0, equals).trim()}=${isQuoted ? value.slice(1, -1) : value}`;
}

/** Which file of a memory a `Content-Type` header names; null: none. */
export function memoryFileType(header: string): MemoryFileType | null {
  return (
    MEMORY_FILE_TYPES.find((type) =>
      type === 'text/markdown' || type === 'application/json'
        ? isTypeInUtf8(header, type)
        : header.trim().toLowerCase() === type,
    ) ?? null
  );
}
