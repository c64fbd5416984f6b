/** Whether an error of the database says that this constraint, or unique index, would be broken. */
export function breaks(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return typeof code === 'string' && code.startsWith('23') && broken === constraint;
}

/** Whether an error of the database says that any constraint, or unique index, would be broken. */
export function breaksAny(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('23');
}

/** Whether an error of the database says that a value is none of its type. */
export function isDataException(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}
