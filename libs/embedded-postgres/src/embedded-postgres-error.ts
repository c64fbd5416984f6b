/** Why the embedded server could not be started: one sentence, and log lines if there are any. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** The last lines of a program's output, to append to an error message. */
export function lastLines(output: string, count = 5): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? '' : `\n${lines.slice(-count).join('\n')}`;
}
