import { runDoctor } from './doctor-command';

/** The entry point of `npm run doctor`. */
runDoctor(process.argv.slice(2)).then(
  ({ text, exit_code }) => {
    console.log(text);
    process.exit(exit_code);
  },
  (error: unknown) => {
    console.error(`The doctor failed: ${(error as Error).message}`);
    process.exit(1);
  },
);
