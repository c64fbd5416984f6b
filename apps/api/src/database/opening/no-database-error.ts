import { resolve } from 'node:path';
import { asTyped } from '../../platform/as-typed';

/** A command that needs an existing database found none, and made none. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
  constructor(dataDir: string) {
    super(
      `There is no database in ${resolve(dataDir)}, and none was made. Is DATA_DIR set as for the server? ` +
        asTyped('The first start of the server (npm start) makes it.'),
    );
  }
}
