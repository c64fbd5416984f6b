/** Limits that clients and server share. Lengths count Unicode code points. */
export const LIMITS = {
  page: { min: 1, max: 200, default: 50, counted: 10_000 },
  search: { min: 1, max: 200 },
  /** What somebody asks an assistant, of which the memory is asked. */
  recall_prompt: { min: 1, max: 8_000 },
  /** Marks of what was told, in how many characters each. */
  recall_told: { most: 500, min: 1, max: 80 },
  outside_id: { min: 1, max: 200 },
  /** Of a client in other systems. */
  external_ids: { max: 10, name: 50 },
  email: { max: 254 },
  client_name: { min: 1, max: 200 },
  /** As long as file systems allow. */
  file_name: { min: 1, max: 255 },
  company: { max: 200 },
  /** As people write it, with spaces and brackets. */
  phone: { max: 64 },
  /** Several numbers, each with words beside it. */
  phone_as_given: { max: 500 },
  /** Clients whose numbers are read at once. */
  read_phones: 500,
  phone_extension: { max: 20 },
  other_phones: 5,
  phone_label: { max: 60 },
  /** A phone or an email as an agent hears it, or as its platform writes it. */
  heard_contact: { max: 500 },
  tag: { min: 1, max: 200 },
  tags: 50,
  /** Clients that one request changes. */
  changed_clients: 200,
  /** Clients with the same phone or email that a refusal names. */
  duplicates: 20,
  user_name: { min: 1, max: 200 },
  password: { min: 12, max: 128 },
  mail_host: { max: 253 },
  mail_user: { max: 254 },
  mail_password: { max: 1_000 },
  mail_from: { max: 500 },
  mail_subject: { min: 1, max: 200 },
  mail_text: { min: 1, max: 10_000 },
  booking_page: {
    slug: { max: 40 },
    title: { max: 100 },
    text: { max: 2_000 },
    horizon_days: { min: 1, max: 366 },
    notice_minutes: { min: 0, max: 43_200 },
    open_per_visitor: { min: 1, max: 50 },
    hold_minutes: { min: 5, max: 1_440 },
    questions: { max: 5, label: { min: 1, max: 200 }, answer: { max: 500 } },
    privacy_url: { min: 1, max: 500 },
    privacy_version: { min: 0, max: 40 },
    frame_hosts: { min: 1, max: 255, most: 20 },
    logo_bytes: 102_400,
  },
  /** Reminders before an appointment, in hours. */
  reminder_hours: { min: 1, max: 720, most: 5 },
  totp: { min: 1, max: 64 },
  recovery_codes: 10,
  /** How long a link to choose a password is good. */
  invite_hours: 72,
  link_token: { min: 1, max: 200 },
  summary: { min: 1, max: 65_536 },
  session_list: { max: 16_384 },
  /** How many, and how long their texts are together. */
  decisions_withdrawn: { items: 50, max: 16_384 },
  /** How long ago the session of a summary may have ended. */
  session_age_days: { max: 30 },
  /** A branch, a commit or a machine, as a session tells it. */
  session_place: { min: 1, max: 200 },
  /** The same text of the same key within it is the same summary. */
  same_summary_hours: 1,
  mood: { max: 32 },
  state_key: { min: 1, max: 200 },
  state_value: { max: 65_536 },
  state_category: { min: 1, max: 200 },
  task: { min: 1, max: 2_000 },
  decision: { min: 1, max: 2_000 },
  project_name: { min: 1, max: 200 },
  /** A remote and the folder below it, or a path. */
  project_identity: { min: 1, max: 180 },
  /** Of one project: how many are sent at once, and stored. */
  project_identities: { sent: 20, stored: 100 },
  merge_undo_days: 30,
  /** Rows of each kind that one request moves; the decisions of as many sessions. */
  moved_rows: 200,
  /** Parts of a file that were not taken in: so many are named. */
  unread_parts: 100,
  moved_decisions: 40_000,
  person_name: { min: 1, max: 200 },
  /** One line, such as an address or a list of names. */
  line: { max: 2_000 },
  word: { min: 1, max: 200 },
  description: { max: 10_000 },
  priority: { min: 1, max: 10, default: 5 },
  chat_text: { min: 1, max: 16_384 },
  /** Messages that one call stores at most. */
  stored_messages: { max: 200 },
  message_preview: 200,
  /** A week. */
  waiting_minutes: { min: 1, max: 10_080 },
  report_days: 3_700,
  closing_days: { min: 1, max: 3_650 },
  contact_name: { min: 1, max: 200 },
  contact_phone: { min: 1, max: 200 },
  /** Confirmations in one ping. */
  delivered: { max: 1_000 },
  /** Rows that are asked of the quarantine at a time. */
  held_rows: { max: 200 },
  /** Replies in the answer to one ping: how many, and the bytes of their texts, which the last may exceed. */
  deliver: { messages: 100, bytes: 262_144 },
  /** Of all chats in one answer: those with the newest undelivered replies, and the bytes of the texts. */
  deliveries: { newest: 1_000, bytes: 4_194_304 },
  /** Seconds that a request for deliveries may wait. */
  deliveries_wait: { min: 0, max: 30 },
  chat_history: { min: 1, max: 500, default: 30 },
  recent_sessions: 10,
  /** The last calls of each webhook that are kept. */
  executions: 50,
  /** Rows in each list of the context. */
  context_rows: 500,
  /** Tokens of four characters. */
  context_budget: { min: 200, max: 1_000_000 },
  account_name: { min: 1, max: 200 },
  /** Bytes of a session's JSON in UTF-8, as it is sent. */
  session_document: { max: 262_144 },
  /** The last sessions of an account that are kept, the present one included. */
  kept_sessions: 10,
  /** Windows of one reading of an account's limits, and for how many days they are kept. */
  usage_windows: 10,
  usage_days: { min: 1, max: 90 },
  machine_name: { min: 1, max: 200 },
  machine_id: { min: 16, max: 100 },
  agent_name: { max: 200 },
  business_name: { max: 200 },
  business_address: { max: 300 },
  agent_greeting: { max: 2_000 },
  working_hours: { max: 100 },
  slot_minutes: { min: 5, max: 480 },
  resource: { min: 1, max: 200 },
  resources: { min: 1, max: 50 },
  services: { max: 80 },
  services_of_visit: { max: 10 },
  service_name: { min: 1, max: 200 },
  service_minutes: { min: 5, max: 1_440 },
  service_price: { max: 40 },
  service_description: { max: 500 },
  service_buffer_minutes: { min: 0, max: 1_440 },
  /** Of one resource. */
  schedule_hours: { max: 28 },
  schedule_exceptions: { max: 60 },
  /** Coming appointments of a resource that is to go: so many are named. */
  resource_in_use: 5,
  closures: { max: 100 },
  closure_reason: { max: 200 },
  pause_reason: { min: 1, max: 200 },
  /** Of those that a change of the settings touches; so many are named. */
  affected_appointments: 20,
  /** Clients that stand for all of whom an import changes a field. */
  import_examples: 3,
  /** Rows of a file of which it is shown what becomes of them. */
  import_previewed: 5,
  /** Rows of a kind in the answer of an import. */
  import_listed: 1_000,
  /** Appointments of a file. */
  appointment_import_rows: 2_000,
  /** 90 days. */
  notice_minutes: { min: 0, max: 129_600 },
  buffer_minutes: { min: 0, max: 1_440 },
  /** Ten years. */
  horizon_days: { min: 1, max: 3_650 },
  /** Days of one question for free times. */
  availability_days: { min: 1, max: 31, default: 1 },
  /** Of one answer to a model. */
  offered_times: { min: 1, max: 200 },
  key_name: { min: 1, max: 200 },
  /** Outbound webhooks. */
  /** Of admins, and of each key. */
  hooks_max: 20,
  /** Of all keys together. */
  hooks_of_keys_max: 100,
  /** For how long a rotated secret signs beside the new one. */
  hook_secret_overlap_hours: 24,
  /** How much of a message the log shows, and how much of its answer it keeps. */
  hook_request_shown: 16_384,
  hook_response_bytes: 2_048,
  hook_url: { min: 1, max: 2_000 },
  push_endpoint: { min: 1, max: 2_000 },
  /** Of one user. The one that was added first makes room. */
  push_devices: 20,
  /** How long a key counts unless said. */
  key_days: 90,
  key_days_max: 365,
  /** For how long the text before a rotation may count: a week. */
  key_overlap_hours: { min: 0, max: 168 },
  suggestions: 3,
  alternatives: 5,
  title: { max: 200 },
  cancel_reason: { max: 500 },
  /** 31 days. */
  appointment_minutes: { min: 1, max: 44_640 },
  /** Appointments in the calendar feed: those that lie behind, and those to come. */
  calendar_feed: { past: 1_000, coming: 4_000 },
  /** For how long data of persons are kept. */
  retention_months: { min: 1, max: 240 },
  idempotency_hours: 24,
  /** For how long a message that was erased is not stored again. */
  erased_ids_days: 400,
  /** Of a block, and of a series. */
  block_days: 370,
  block_reason: { max: 200 },
  /** Appointments or blocks of one series. */
  series: 200,
  recurrence_rule: { min: 1, max: 500 },
  /** Days of one question for busy times. */
  busy_days: 370,
  /** Times that are kept of one calendar. */
  calendar_events: 5_000,
  /** Busy times of one answer. */
  busy_times: 10_000,
} as const;
