/** Why the built-in database could not be started: one clear sentence, at most followed by log lines. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** The last lines of a program's output, ready to be put behind the sentence of an error. */
export function lastLines(output: string, count = 5): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? '' : `\n${lines.slice(-count).join('\n')}`;
}
