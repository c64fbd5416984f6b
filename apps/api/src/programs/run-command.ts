/**
 * Runs a command of the operator, prints what it returns, and ends the process with its exit code.
 * @param command takes the words of the command line; rejects with a message for the operator and an exit code
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
