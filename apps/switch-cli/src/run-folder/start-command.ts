import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

/** How a program is started. */
export interface Start {
  file: string;
  args: readonly string[];
  /** Whether the arguments are one line for cmd.exe that nothing may quote again. */
  isVerbatim: boolean;
}

interface System {
  platform: NodeJS.Platform;
  variables: Readonly<Record<string, string | undefined>>;
  exists?: (path: string) => boolean;
}

/**
 * On Windows npm installs programs as `.cmd` files, which only cmd.exe can start.
 * Nobody has run this on Windows yet; the tests are about paths and quoting alone.
 */
export function startOf(program: string, args: readonly string[], system: System): Start {
  if (system.platform !== 'win32') return { file: program, args, isVerbatim: false };
  const found = onWindows(program, system);
  if (found === null || !/\.(cmd|bat)$/i.test(found))
    return { file: found ?? program, args, isVerbatim: false };
  const line = [found, ...args].map(quotedForCmd).join(' ');
  const { ComSpec, COMSPEC } = system.variables;
  return { file: ComSpec ?? COMSPEC ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

function onWindows(program: string, { variables, exists = existsSync }: System): string | null {
  const endings = (variables['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const names =
    win32.extname(program) === '' ? endings.map((ending) => program + ending.toLowerCase()) : [program];
  const isPath = /[/\\]/.test(program);
  const folders = isPath ? [''] : (variables['Path'] ?? variables['PATH'] ?? '').split(';').filter(Boolean);
  for (const folder of folders) {
    const found = names.map((name) => (isPath ? name : win32.join(folder, name))).find(exists);
    if (found !== undefined) return found;
  }
  return null;
}

/** Quotes for the program that reads the line, then for cmd.exe and for the `.cmd` file, which reads it once more. */
function quotedForCmd(text: string): string {
  if (/^[\w:\\/.-]+$/.test(text)) return text;
  const quoted = `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return quoted.replace(/[()%!^"<>&|]/g, '^$&').replace(/[()%!^"<>&|]/g, '^$&');
}
