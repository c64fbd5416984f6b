/** Whether a database error is the violation of this constraint or unique index. */
export function breaks(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return typeof code === 'string' && code.startsWith('23') && broken === constraint;
}

/** Whether a database error is the violation of any constraint or unique index. */
export function breaksAny(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('23');
}

/** Whether a database error says that a value is invalid for its type (class 22). */
export function isDataException(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}
