/** Limits that clients and server share. Lengths count Unicode code points. */
export const LIMITS = {
  page: { min: 1, max: 200, default: 50, counted: 10_000 },
  search: { min: 1, max: 200 },
  outside_id: { min: 1, max: 200 },
  email: { max: 254 },
  user_name: { min: 1, max: 200 },
  password: { min: 12, max: 128 },
  totp: { min: 1, max: 64 },
  recovery_codes: 10,
  summary: { min: 1, max: 65_536 },
  session_list: { max: 16_384 },
  mood: { max: 32 },
  state_key: { min: 1, max: 200 },
  state_value: { max: 65_536 },
  state_category: { min: 1, max: 200 },
  task: { min: 1, max: 2_000 },
  project_name: { min: 1, max: 200 },
  person_name: { min: 1, max: 200 },
  /** One line, such as an address or a list of names. */
  line: { max: 2_000 },
  word: { min: 1, max: 200 },
  description: { max: 10_000 },
  priority: { min: 1, max: 10, default: 5 },
  chat_history: { min: 1, max: 500, default: 30 },
  recent_sessions: 10,
  /** The last calls of each webhook that are kept. */
  executions: 50,
  /** Rows in each list of the context. */
  context_rows: 500,
  /** Tokens of four characters. */
  context_budget: { min: 200, max: 1_000_000 },
  suggestions: 3,
  idempotency_hours: 24,
} as const;
