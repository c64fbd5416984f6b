import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PACKAGE_FILE = 'assistant-cli.tgz';

/** The package of the CLI as the build left it. */
export interface BuiltCli {
  version: string;
  package: Buffer;
  /** As `sha256sum --check` reads it. */
  checksum: string;
}

/** Null: nothing has been built there. */
export function readBuiltCli(folder: string | undefined): BuiltCli | null {
  if (folder === undefined || !existsSync(join(folder, PACKAGE_FILE))) return null;
  return {
    version: readFileSync(join(folder, 'version'), 'utf8').trim(),
    package: readFileSync(join(folder, PACKAGE_FILE)),
    checksum: readFileSync(join(folder, `${PACKAGE_FILE}.sha256`), 'utf8'),
  };
}
