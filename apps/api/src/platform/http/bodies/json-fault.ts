import { visit } from 'jsonc-parser';

/**
 * Where and why a text is not JSON. The message of `JSON.parse()` repeats parts of the text, and often has no position.
 */
export function describeJsonFault(text: string, error: unknown): string {
  const { message } = error as SyntaxError;
  const reason = message.replace(/( in JSON)? at position .*|, (\.\.\.)?".*/s, '');
  const position = positionOf(text, message);
  const before = text.slice(0, position).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return `${reason} at line ${before.length}, column ${column} (position ${position})`;
}

function positionOf(text: string, message: string): number {
  const [, stated] = / at position (\d+)/.exec(message) ?? [];
  if (stated !== undefined) return Number(stated);
  return message.includes('end of JSON input') ? text.length : firstFault(text);
}

class Found extends Error {
  constructor(readonly offset: number) {
    super();
  }
}

function firstFault(text: string): number {
  try {
    const onError = (_: unknown, offset: number) => {
      throw new Found(offset);
    };
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (error instanceof Found) return error.offset;
    throw error;
  }
  return 0;
}
