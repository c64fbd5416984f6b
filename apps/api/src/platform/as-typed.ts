import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** Whether this is the package, whose command is `groupless`, and not a clone with npm's scripts. */
const IS_INSTALLED = existsSync(join(ROOT, 'package.json')) && !existsSync(join(ROOT, 'package-lock.json'));

/** A text with commands of the clone (`npm run backup -- <file>`), as they are typed here (`groupless backup <file>`). */
export function asTyped(text: string, isInstalled = IS_INSTALLED): string {
  if (!isInstalled) return text;
  return text
    .replace(/npm run switch/g, 'assistant-switch')
    .replace(/npm run keys:rotate/g, 'groupless keys rotate')
    .replace(/npm (?:run )?(?=start|admin|backup|demo|doctor|purge|restore)/g, 'groupless ')
    .replace(/(?<=(groupless|assistant-switch) .*)-- /g, '');
}
