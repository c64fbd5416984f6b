import { readFileSync } from 'node:fs';
import { VARIABLES, type VariableName, type VariableSettings } from './variables';
import type { Variable } from './variables/variable';

/** Lists all invalid settings, with names and reasons, never a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  constructor(readonly problems: readonly string[]) {
    super(['These settings cannot be used:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

/** Reads the variables, and collects all problems for one message. */
export class EnvironmentReader {
  private readonly problems = new Map<VariableName, string>();

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** The settings of all variables. One that is wrong is refused, and counts as not set. */
  all(): VariableSettings {
    const names = Object.keys(VARIABLES) as VariableName[];
    return Object.fromEntries(
      names.map((name) => [name.toLowerCase(), this.setting(name)]),
    ) as unknown as VariableSettings;
  }

  /** Whether the variable is set in the environment. */
  isSet(name: VariableName): boolean {
    return this.raw(name, VARIABLES[name]) !== undefined;
  }

  private setting(name: VariableName): unknown {
    const variable: Variable = VARIABLES[name];
    const text = this.raw(name, variable) ?? variable.default;
    if (text === undefined) return nothing(variable);
    const refused = (reason: string) => {
      this.refuse(name, reason);
      return variable.default === undefined ? nothing(variable) : made(variable.default, variable);
    };
    const reason = reasonAgainst(text, variable);
    if (reason !== null) return refused(reason);
    return made(text, variable) ?? refused(`must ${variable.must}`);
  }

  /** Only the first problem of a variable is kept. */
  refuse(name: VariableName, reason: string): void {
    if (!this.problems.has(name)) this.problems.set(name, reason);
  }

  throwIfRefused(): void {
    if (this.problems.size === 0) return;
    throw new SettingsError([...this.problems].map(([name, reason]) => `${name} ${reason}`));
  }

  /** An empty variable counts as unset, as in `docker run -e NAME=`. */
  private raw(name: VariableName, variable: Variable): string | undefined {
    const value = this.environment[name] || undefined;
    const file = variable.secret ? this.environment[`${name}_FILE`] || undefined : undefined;
    if (file === undefined) return value;
    if (value !== undefined) {
      this.refuse(name, `is set twice: by itself and by ${name}_FILE`);
      return undefined;
    }
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      this.refuse(
        name,
        `cannot be read from the file that ${name}_FILE names (${(error as NodeJS.ErrnoException).code})`,
      );
      return undefined;
    }
  }
}

function nothing({ kind }: Variable): [] | null {
  return kind === 'keys' ? [] : null;
}

/** Null: the text is wrong. */
function made(text: string, { kind, parse }: Variable): unknown {
  if (parse !== undefined) return parse(text);
  switch (kind) {
    case 'integer':
      return Number(text);
    case 'flag':
      return text === 'true';
    case 'instant':
      return new Date(text);
    case 'keys':
      return text.split(',');
    default:
      return text;
  }
}

function reasonAgainst(value: string, variable: Variable): string | null {
  const { min = 0, max = Infinity, values = [] } = variable;
  switch (variable.kind) {
    case 'integer': {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? null : `must be a whole number from ${min} to ${max}`;
    }
    case 'flag':
      return value === 'true' || value === 'false' ? null : 'must be true or false';
    case 'one_of':
      return values.includes(value) ? null : `must be one of ${values.join(', ')}`;
    case 'instant':
      return isInstant(value) ? null : 'must be a time with an offset, such as 2030-01-01T00:00:00Z';
    case 'database_url':
      return isDatabaseUrl(value) ? null : 'must be a URL such as postgres://user:password@host:5432/name';
    case 'key':
      return isKey(value) ? null : 'must be 32 bytes in base64, as from: openssl rand -base64 32';
    case 'keys':
      return value.split(',').every(isKey) ? null : 'must be keys of 32 bytes in base64, separated by commas';
    case 'header_key':
      if (!/^[\x21-\x7e]*$/.test(value))
        return 'must be printable ASCII without blanks, as a header carries it';
      return lengthReason(value.length, min, max);
    case 'url':
    case 'text':
      return lengthReason([...value].length, min, max);
  }
}

function lengthReason(length: number, min: number, max: number): string | null {
  if (length < min) return `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters`;
  return null;
}

function isInstant(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(value) && !isNaN(Date.parse(value))
  );
}

function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1;
}

/** Whether it is standard or URL-safe base64 of 32 bytes, padded or not. */
export function isKey(value: string): boolean {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(value);
}
