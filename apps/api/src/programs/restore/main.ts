import { runRestore } from './restore-command';

/** What `npm run restore` starts. */
runRestore(process.argv.slice(2)).then(
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
