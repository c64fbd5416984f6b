export interface ErrorDescription {
  type: string;
  message?: string;
  code?: string;
  table?: string;
  constraint?: string;
  routine?: string;
  stack: string[];
}

/**
 * The fields of an error that may be logged. Of a database error that is the code and place, but not the message or the
 * parameters, which can hold stored data.
 */
export function describeError(error: unknown): ErrorDescription {
  if (typeof error !== 'object' || error === null) return { type: typeof error, stack: [] };
  const source = error as Partial<Error> & Record<string, unknown>;
  const driver = (source['driverError'] ?? source) as Record<string, unknown>;
  const ofDatabase = typeof driver['severity'] === 'string' || 'query' in source;
  const text = (name: string) => (typeof driver[name] === 'string' ? { [name]: driver[name] } : {});
  return {
    type: error.constructor.name,
    ...(ofDatabase || source.message === undefined ? {} : { message: source.message }),
    ...text('code'),
    ...text('table'),
    ...text('constraint'),
    ...text('routine'),
    stack: framesOf(source.stack),
  };
}

/** The stack's frames, without its first lines, which repeat the message. */
function framesOf(stack = ''): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}
