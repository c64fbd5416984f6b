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
}

/** A secret of at least 32 characters, generated unless the start is strict. */
export const ownSecret = (meaning: string): Variable => ({
  kind: 'text',
  secret: true,
  min: 32,
  meaning,
});
