import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PACKAGE_FILE = 'assistant-cli.tgz';

/** The built package of the CLI. */
export interface BuiltCli {
  version: string;
  package: Buffer;
  /** In the format of `sha256sum --check`. */
  checksum: string;
}

/** Null: the CLI is not built. */
export function readBuiltCli(folder: string | undefined): BuiltCli | null {
  if (folder === undefined || !existsSync(join(folder, PACKAGE_FILE))) return null;
  return {
    version: readFileSync(join(folder, 'version'), 'utf8').trim(),
    package: readFileSync(join(folder, PACKAGE_FILE)),
    checksum: readFileSync(join(folder, `${PACKAGE_FILE}.sha256`), 'utf8'),
  };
}
