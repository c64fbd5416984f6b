import { dirname, join } from 'node:path';
import { memberOf } from '@groupless/shared-dto/session-documents';
import { fileText } from '../files/file-text';
import { parsedOrNull } from '../files/foreign-json';
import type { Environment } from '../program/environment';
import { shownPath } from '../files/places';
import type { Target } from '../targets/target';
import { ok, warning, type Check } from './check';

/** Variables that make the assistant ignore the session that a switch writes. */
export const DEFEATING: Record<Target['kind'], readonly string[]> = {
  'claude-code': [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'CLAUDE_CODE_USE_FOUNDRY',
    // Another place for the session than CLAUDE_CONFIG_DIR.
    'CLAUDE_SECURESTORAGE_CONFIG_DIR',
  ],
  codex: ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'],
  file: [],
};

/** Has Codex keep its session in the system's keyring. */
export const KEYRING = /^(\s*cli_auth_credentials_store\s*=\s*)(["'])(?:keyring|auto)\2/m;

/** Settings of this machine that make a successful switch have no effect. */
export function environmentChecks(target: Target, environment: Environment): Check[] {
  const { variables } = environment;
  const defeating = DEFEATING[target.kind].filter((name) => variables[name]);
  const checks = defeating.map((name) =>
    warning('environment', `${name} is set: ${target.product} uses it and not the session.`, `unset ${name}`),
  );
  checks.push(...settingsChecks(target, environment));
  if (variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    const message =
      'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: certificates are not checked, so another server could pass for the panel.';
    checks.push(warning('environment', message, 'unset NODE_TLS_REJECT_UNAUTHORIZED'));
  }
  return checks.length > 0 ? checks : [ok('environment', 'Nothing there would defeat a switch.')];
}

/** The same as sentences; checks that passed are left out. */
export function warningsOf(target: Target, environment: Environment): string[] {
  return environmentChecks(target, environment).flatMap(({ level, message }) =>
    level === 'warning' ? [message] : [],
  );
}

/** The variables that make the assistant ignore the session. */
export function defeatingVariables({ kind }: Target): readonly string[] {
  return DEFEATING[kind];
}

/** Settings of the assistant that take precedence over the session. */
function settingsChecks(target: Target, environment: Environment): Check[] {
  const folder = dirname(target.main_file);
  const shown = (name: string) => shownPath(join(folder, name), environment);
  if (target.kind === 'codex') {
    if (!KEYRING.test(fileText(join(folder, 'config.toml')))) return [];
    const message = `${shown('config.toml')} lets Codex keep its session in the system's keyring.`;
    return [warning('settings', message, 'Set cli_auth_credentials_store = "file" there.')];
  }
  if (target.kind === 'file') return [];
  const settings = parsedOrNull(fileText(join(folder, 'settings.json')));
  const helper = memberOf(settings, 'apiKeyHelper') === undefined ? [] : ['apiKeyHelper'];
  const set = DEFEATING[target.kind].filter((name) => memberOf(memberOf(settings, 'env'), name));
  return [...helper, ...set].map((name) =>
    warning(
      'settings',
      `${shown('settings.json')} sets ${name}, which comes before the session.`,
      'Take it out there.',
    ),
  );
}
