export type VariableKind =
  'text' | 'integer' | 'flag' | 'instant' | 'url' | 'database_url' | 'one_of' | 'header_key' | 'key' | 'keys';

export interface Variable {
  kind: VariableKind;
  /** One sentence for `.env.example` and the documentation. */
  meaning: string;
  default?: string;
  /** Whether it is masked in logs, and may come from a file named by `<NAME>_FILE`. */
  secret?: true;
  min?: number;
  max?: number;
  values?: readonly string[];
  /** What the setting is made of the text by; null: the text is wrong. By default the kind says it. */
  parse?: (text: string) => unknown;
  /** What a text that `parse` refuses must be. */
  must?: string;
}

/** The settings of the kinds that are not text. */
interface OfKind {
  integer: number;
  flag: boolean;
  instant: Date;
  keys: string[];
}

type Parsed<V> = V extends { parse: (text: string) => infer T }
  ? Exclude<T, null>
  : V extends { kind: infer Kind extends keyof OfKind }
    ? OfKind[Kind]
    : string;

/** The setting that a variable gives: null where it is not set and has no default; of keys an empty list. */
export type SettingOf<V> = V extends { default: string } | { kind: 'keys' } ? Parsed<V> : Parsed<V> | null;

/** A secret of at least 32 characters, generated unless the start is strict. */
export const ownSecret = (meaning: string) =>
  ({ kind: 'text', secret: true, min: 32, meaning }) as const satisfies Variable;
