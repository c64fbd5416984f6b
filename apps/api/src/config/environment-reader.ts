import { readFileSync } from 'node:fs';
import { VARIABLES, type VariableName, type VariableSettings } from './variables';
import type { Variable, VariableKind } from './variables/variable';

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
  const make = parse ?? KINDS[kind].parse;
  return make === undefined ? text : make(text);
}

function reasonAgainst(value: string, variable: Variable): string | null {
  return KINDS[variable.kind].reason(value, variable);
}

interface Kind {
  /** Why a text is refused; null: it is not. */
  reason(value: string, variable: Variable): string | null;
  /** What the setting is made of the text by, where it is not the text. */
  parse?: (text: string) => unknown;
}

const must = (what: string, holds: (value: string) => boolean) => (value: string) =>
  holds(value) ? null : `must be ${what}`;

const TEXT: Kind = { reason: (value, { min, max }) => lengthReason([...value].length, min, max) };

const KINDS: Record<VariableKind, Kind> = {
  integer: {
    reason: (value, { min = 0, max = Infinity }) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? null : `must be a whole number from ${min} to ${max}`;
    },
    parse: Number,
  },
  flag: {
    reason: must('true or false', (value) => value === 'true' || value === 'false'),
    parse: (text) => text === 'true',
  },
  one_of: {
    reason: (value, { values = [] }) =>
      values.includes(value) ? null : `must be one of ${values.join(', ')}`,
  },
  instant: {
    reason: must('a time with an offset, such as 2030-01-01T00:00:00Z', isInstant),
    parse: (text) => new Date(text),
  },
  database_url: { reason: must('a URL such as postgres://user:password@host:5432/name', isDatabaseUrl) },
  key: { reason: must('32 bytes in base64, as from: openssl rand -base64 32', isKey) },
  keys: {
    reason: must('keys of 32 bytes in base64, separated by commas', (value) => value.split(',').every(isKey)),
    parse: (text) => text.split(','),
  },
  header_key: {
    reason: (value, { min, max }) =>
      /^[\x21-\x7e]*$/.test(value)
        ? lengthReason(value.length, min, max)
        : 'must be printable ASCII without blanks, as a header carries it',
  },
  url: TEXT,
  text: TEXT,
};

function lengthReason(length: number, min = 0, max = Infinity): string | null {
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
