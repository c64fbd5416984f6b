import { resolve } from 'node:path';
import type { Environment } from '../program/environment';
import { usageFailure } from '../program/failure';
import { claudeCodeFormat } from './claude-code-format';
import { keychainStore } from './keychain';
import { fileStore, type MainStore } from './main-store';
import type { SessionFormat } from './session-format';
import { codexFormat, plainFormat } from './whole-file-format';

/** A lock of the assistant itself: a folder that the holder of the lock creates. */
export interface ToolLock {
  path: string;
  /** Without being touched for so long it counts as left behind. */
  stale_ms: number;
}

/** Where a session is written to. */
export interface Target {
  kind: 'claude-code' | 'codex' | 'file';
  /** What `--target` and the variable of its folder say (null: not set), to find it again in other surroundings. */
  named: { target: string; folder: string | null };
  /** The name of the program that reads it, for messages. */
  product: string;
  format: SessionFormat;
  /** The credentials: an absolute path. Where the keychain is used, the file that stands in for it. */
  main_file: string;
  store: MainStore;
  /** Where the assistant notes whose they are. */
  identity?: { file: string; member: string; lock: ToolLock };
  /** Held, in this order, from reading to writing. */
  locks: ToolLock[];
  /** The assistant's configuration folder, made 0700 before the locks are taken. */
  folder: string;
}

/** @param wanted `claude-code`, `codex`, or a path */
export function targetOf(wanted: string, environment: Environment): Target {
  if (wanted === 'claude-code') return claudeCode(environment);
  if (wanted === 'codex') return codex(environment);
  if (wanted === '' || wanted.includes('\0')) throw usageFailure('--target needs a name or a path.');
  if (!/[/\\.]/.test(wanted)) {
    throw usageFailure(
      `There is no target "${wanted}".`,
      `The targets are claude-code, codex, or a path. For a file of that name write ./${wanted}`,
    );
  }
  const path = wanted.startsWith('~/') ? resolve(environment.home, wanted.slice(2)) : wanted;
  const mainFile = resolve(environment.cwd, path);
  if (/[/\\]$/.test(wanted)) throw usageFailure('--target needs the path of a file, not of a folder.');
  return {
    kind: 'file',
    named: { target: mainFile, folder: null },
    product: 'the file',
    format: plainFormat,
    main_file: mainFile,
    store: fileStore(mainFile),
    locks: [],
    folder: resolve(mainFile, '..'),
  };
}

function claudeCode(environment: Environment): Target {
  const { home, cwd, platform, variables } = environment;
  const chosen = variables['CLAUDE_CONFIG_DIR'];
  const folder = chosen ? resolve(cwd, chosen) : resolve(home, '.claude');
  const ownerFile = resolve(chosen ? folder : home, '.claude.json');
  const mainFile = resolve(folder, '.credentials.json');
  return {
    kind: 'claude-code',
    named: { target: 'claude-code', folder: chosen || null },
    product: 'Claude Code',
    format: claudeCodeFormat,
    main_file: mainFile,
    store: platform === 'darwin' ? keychainStore(mainFile, chosen || null, environment) : fileStore(mainFile),
    identity: {
      file: ownerFile,
      member: 'oauthAccount',
      lock: { path: `${ownerFile}.lock`, stale_ms: 10_000 },
    },
    locks: [
      { path: resolve(folder, '.oauth_refresh.lock'), stale_ms: 60_000 },
      { path: `${folder}.lock`, stale_ms: 60_000 },
    ],
    folder,
  };
}

function codex({ home, cwd, variables }: Environment): Target {
  const chosen = variables['CODEX_HOME'];
  const folder = chosen ? resolve(cwd, chosen) : resolve(home, '.codex');
  const mainFile = resolve(folder, 'auth.json');
  return {
    kind: 'codex',
    named: { target: 'codex', folder: chosen || null },
    product: 'Codex',
    format: codexFormat,
    main_file: mainFile,
    store: fileStore(mainFile),
    locks: [],
    folder,
  };
}
