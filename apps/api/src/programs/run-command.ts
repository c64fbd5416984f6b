/**
 * Runs an operator's command, prints its result, and exits with its exit code.
 * @param command gets the arguments; rejects with a message and an exit code
 */
export function runCommand(command: (words: string[]) => Promise<string>): void {
  command(process.argv.slice(2)).then(
    (text) => {
      console.log(text);
      process.exit(0);
    },
    (failure: unknown) => {
      const { message, exit_code } = failure as { message: string; exit_code: number };
      console.error(message);
      process.exit(exit_code);
    },
  );
}
