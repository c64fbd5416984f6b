import 'reflect-metadata';
import { rotateKeys } from './rotate-keys';

/** What `npm run keys:rotate` starts. */
rotateKeys(process.argv.slice(2)).then(
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
