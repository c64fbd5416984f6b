import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROJECT = join(__dirname, '../../../../..');

/**
 * Packs what is built, as a release does.
 * @param folder where the package is put
 * @returns its path
 */
export function packServer(folder: string): string {
  const pack = `import { packServer } from ${JSON.stringify(pathToFileURL(join(PROJECT, 'tools/build/build-package.mjs')).href)};
    process.stdout.write(packServer(${JSON.stringify(folder)}).filename);`;
  const name = execFileSync(process.execPath, ['--input-type=module', '-e', pack], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return join(folder, name);
}
