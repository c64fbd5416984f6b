import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Environment } from '../program/environment';
import { Failure } from '../program/failure';
import { fileStore, type MainStore } from './main-store';
import { fileCopy, type FileCopy } from './session-format';

const SERVICE = 'Claude Code-credentials';
/** `security -i` takes no longer line. */
const LONGEST_LINE = 4_096;
const NOT_FOUND = 44;
const TIMEOUT_MS = 10_000;

const SECURITY = '/usr/bin/security';

/** Errors that mean the keychain cannot be used: no session at the screen, as over SSH, or no `security` program. */
class Unavailable extends Error {}

/**
 * Claude Code on macOS keeps its session in the keychain, and in the file where the keychain cannot be used.
 * This follows it: the keychain first; the file over SSH. A file that exists beside the keychain is kept equal,
 * since Claude Code falls back to it.
 * @param configFolder as `CLAUDE_CONFIG_DIR` says, to the letter: Claude Code makes the name of the entry from that
 * @param program not looked up on the PATH, where another one could take the secret
 */
export function keychainStore(
  file: string,
  configFolder: string | null,
  { variables, home }: Pick<Environment, 'variables' | 'home'>,
  program = SECURITY,
): MainStore {
  const files = fileStore(file);
  const account = accountOf(variables['USER'] || home.split('/').at(-1) || '');
  const service = serviceName(configFolder);
  const security = (args: string[], input?: string) => run(program, args, variables, input);

  function readItem(): FileCopy | null {
    const { status, stdout } = security(['find-generic-password', '-a', account, '-s', service, '-w']);
    if (status === NOT_FOUND) return null;
    if (status !== 0) throw new Unavailable();
    return fileCopy(decoded(stdout.replace(/\n$/, '')));
  }

  function writeItem(content: string | null): void {
    if (content === null) {
      const { status } = security(['delete-generic-password', '-a', account, '-s', service]);
      if (status !== 0 && status !== NOT_FOUND) throw new Unavailable();
      return;
    }
    // On standard input: everybody on the machine can read the arguments of a program.
    const hex = Buffer.from(content).toString('hex');
    const line = `add-generic-password -U -a ${quoted(account)} -s ${quoted(service)} -X "${hex}"\n`;
    if (line.length > LONGEST_LINE) {
      throw new Failure('file_error', 'The session is too long for one entry of the keychain.', [
        `It may have ${LONGEST_LINE / 2} bytes or so, "mcpOAuth" included.`,
      ]);
    }
    if (security(['-i'], line).status !== 0) throw new Unavailable();
    if (readItem()?.text !== content)
      throw new Failure('file_error', 'The keychain did not take the session.');
  }

  return {
    read() {
      return orElse(readItem, () => null) ?? files.read();
    },
    write(content) {
      const isWritten = orElse(
        () => {
          writeItem(content === null ? null : content.toString());
          return true;
        },
        () => false,
      );
      if (!isWritten || existsSync(file)) files.write(content);
    },
    changedMs: () => null,
  };
}

/** As Claude Code names it. */
function accountOf(user: string): string {
  return /^[\w.-]+$/.test(user) ? user : 'claude-code-user';
}

export function serviceName(configFolder: string | null): string {
  if (configFolder === null) return SERVICE;
  const hash = createHash('sha256').update(configFolder.normalize('NFC')).digest('hex');
  return `${SERVICE}-${hash.slice(0, 8)}`;
}

function orElse<T>(work: () => T, otherwise: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unavailable) return otherwise();
    throw error;
  }
}

function run(
  program: string,
  args: string[],
  variables: Environment['variables'],
  input = '',
  tries = 3,
): { status: number; stdout: string } {
  const { status, stdout, error, signal } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: { ...variables },
  });
  // A locked keychain asks the user and waits. The file is no way round it: Claude Code looks there second.
  const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
  if (isLate) {
    throw new Failure(
      'file_error',
      `The keychain gave no answer within ${TIMEOUT_MS / 1_000} s; is it locked?`,
      ['Unlock it: security unlock-keychain, and run this again.'],
    );
  }
  // Ctrl-C in a terminal reaches that program too. This one ends after the step that it is at.
  if (error === undefined && signal !== null && tries > 1)
    return run(program, args, variables, input, tries - 1);
  if (error !== undefined || status === null) throw new Unavailable();
  return { status, stdout };
}

/** `security` prints what is not plain text in hexadecimal. */
function decoded(text: string): string {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text);
  return isHex ? Buffer.from(text, 'hex').toString() : text;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
