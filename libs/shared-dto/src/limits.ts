/** Limits that clients and server share. Lengths count Unicode code points. */
export const LIMITS = {
  outside_id: { min: 1, max: 200 },
  summary: { min: 1, max: 65_536 },
  session_list: { max: 16_384 },
  mood: { max: 32 },
  state_key: { min: 1, max: 200 },
  state_value: { max: 65_536 },
  state_category: { min: 1, max: 200 },
  task: { min: 1, max: 2_000 },
  project_name: { min: 1, max: 200 },
  priority: { min: 1, max: 10, default: 5 },
  chat_history: { min: 1, max: 500, default: 30 },
  recent_sessions: 10,
  /** Rows in each list of the context. */
  context_rows: 500,
  suggestions: 3,
  idempotency_hours: 24,
} as const;
