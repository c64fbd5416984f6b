import type { DatabaseName } from '../database/data-source-options';

/**
 * Where both databases keep data of clients, and how it belongs to one: what is handed over to a person, and what is erased,
 * follow from this list alone. Each column of each table is in it; a test compares it with the databases.
 */
export interface TableOfClients {
  /** The condition of a client's rows, with the values of `PERSON_VALUES`. */
  of: string;
  /** Columns with data of the person, which are handed over. Names are separated by spaces. */
  person: string;
  /** What else is told of a row when it is handed over: when, by whom. */
  told: string;
  /** Copies of data of the person, and columns without any. They are not handed over. */
  other: string;
  /** The rows are deleted, or these columns are set. */
  erase: 'delete' | Readonly<Record<string, string>>;
  /** By what the rows are sorted when they are handed over. */
  order: string;
  /** Missing: the table has copies alone, and is not handed over. Its heading is in `HEADINGS`. */
  handed?: {
    /** A narrower condition than `of`, where that has rows of others too. */
    of?: string;
    /** What of a column is the person's own, and what else is told that stands in another table. */
    own?: Readonly<Record<string, string>>;
  };
}

/** The order of the values in each condition. */
export const PERSON_VALUES = {
  /** The ids of the client and of those who were merged into it. */
  clients: '$1::uuid[]',
  appointments: '$2::uuid[]',
  conversations: '$3::uuid[]',
  chats: '$4::text[]',
  /** Phone numbers that no other client has. */
  numbers: '$5::text[]',
  /** All of these as `kind:id`. */
  objects: '$6::text[]',
} as const;

const { clients, appointments, conversations, chats, numbers, objects } = PERSON_VALUES;

/** A booking or a chat that was the client's before. */
function names(text: string): string {
  return `exists (select from unnest(${clients}) as one where strpos(${text}, one::text) > 0)`;
}

/** The change by which an appointment of the person last came from somebody else; null: it always was the person's. */
function takenOver(appointment_id: string): string {
  return `(select max(other.version) from appointment_events as other, jsonb_array_elements(other.changes) as change
    where other.appointment_id = ${appointment_id} and change ->> 'field' = 'client_id'
      and change ->> 'before' <> all (${clients}::text[]))`;
}

function ofImport(column: string): string {
  return `(select ${column} from client_imports where client_imports.id = import_id)`;
}

/** Rows of which a person is told without being asked for: who wrote them is a user of the panel, or a key. */
const PANEL: Record<string, TableOfClients> = {
  // What waits for other programs, and the log of what they were sent. The receivers are told `client.erased`.
  hook_outbox: {
    of: `(object_id = any (select split_part(one, ':', 2) from unnest(${objects}) as one)
      or ${names(`concat(object, previous)`)})`,
    ...{ person: '', told: '', other: 'id type object_id object at event_id previous', order: 'id' },
    erase: { object: 'null', previous: 'null' },
  },
  hook_deliveries: {
    of: `(subject = any (${objects}) or ${names('body')})`,
    ...{ person: '', told: '', order: 'place' },
    other:
      'id place hook_id source event object_id subject body status attempts created_at expires_at next_attempt_at claimed_until ' +
      'last_attempt_at response_status error duration_ms response_body',
    // A receiver's answer may quote what it was sent.
    erase: {
      body: `(jsonb_set(body::jsonb, '{data}', jsonb_build_object('id', object_id)) - 'previous')::text`,
      response_body: 'null',
    },
  },
  mails: {
    of: `(client_id = any (${clients}) or appointment_id = any (${appointments}))`,
    person: 'recipient subject last_response',
    told: 'kind status created_at sent_at appointment_id',
    // The content is sealed; the person has got it.
    other: 'id content attempts client_id about waiting_since leaving_since',
    // Mails about an appointment can have gone to the team, or to whose it was before.
    handed: { of: `client_id = any (${clients})` },
    ...{ erase: 'delete', order: 'created_at, id' },
  },
  told_appointments: {
    of: `client_id = any (${clients})`,
    person: 'recipient mailed_to',
    told: 'appointment_id kind at starts_at ends_at resource status',
    other: 'client_id mail_id changed_at deleted waived before',
    handed: {},
    ...{ erase: 'delete', order: 'appointment_id' },
  },
  chat_reminders: {
    of: `(appointment_id = any (${appointments}) or chat_id = any (${chats}))`,
    person: 'chat_id',
    told: 'appointment_id about starts_at sent_at',
    other: 'message_id is_settled',
    handed: { of: `chat_id = any (${chats})` },
    ...{ erase: 'delete', order: 'appointment_id, about' },
  },
  chat_numbers: {
    of: `chat_id = any (${chats})`,
    ...{ person: '', told: '', other: 'chat_id code seen_at', erase: 'delete', order: 'chat_id, code' },
  },
  conversation_notes: {
    of: `conversation_id = any (${conversations})`,
    person: 'text',
    told: 'conversation_id created_at author_name removed_at',
    other: 'id author_id author_key removed_by_name mentioned_ids',
    handed: {},
    ...{ erase: 'delete', order: 'created_at, id' },
  },
  conversation_events: {
    of: `conversation_id = any (${conversations})`,
    ...{ person: 'details', told: 'conversation_id at kind by_name', other: 'id by_id' },
    handed: {
      own: {
        // A chat that was somebody else's before, or has a booking for somebody else.
        details: `case when coalesce(details ->> 'client_id' = any (${clients}::text[]), true)
          and coalesce(details ->> 'before_id' = any (${clients}::text[]), true)
          and coalesce(details ->> 'appointment_id' = any (${appointments}::text[]), true) then details end`,
      },
    },
    ...{ erase: 'delete', order: 'id' },
  },
  conversations: {
    of: `id = any (${conversations})`,
    person: 'channel chat_id contact_name contact_phone last_message_preview',
    told: 'id status created_at updated_at last_message_at',
    other:
      'client_id is_client_chosen takeovers unread_count received_to last_message_id last_message_role agent_last_seen_at ' +
      'search_text assigned_to client_name name client_tied_by assigned_at taken_over_at is_agent_away last_message_reported_by ' +
      'erased_to unanswered_since waiting_since waiting_limit handed_back_at person_needed first_answer_s longest_wait_s received_ids drafting_at',
    handed: {},
    ...{ erase: 'delete', order: 'created_at, id' },
  },
  appointment_events: {
    of: `appointment_id = any (${appointments})`,
    person: 'changes',
    told: 'appointment_id at user_name key_name from_status to_status',
    other: 'version user_id',
    handed: {
      own: {
        changes: `case when version <= ${takenOver('appointment_events.appointment_id')} then '[]' else changes end`,
      },
    },
    ...{ erase: { changes: `'[]'` }, order: 'appointment_id, version' },
  },
  appointments: {
    of: `id = any (${appointments})`,
    person: 'attendee_name title notes team_notes given mailed_to chat_id external_id',
    told: 'id starts_at ends_at status service resource source created_at updated_at',
    other:
      'client_id resource_id room_id version wish times_moved made_by_agent made_in_hours made_by_key handle visitor late search_text squeezed buffer_minutes series_id',
    handed: {
      own: {
        // It can have been booked in a chat of somebody else, or been somebody else's.
        chat_id: `case when chat_id = any (${chats}) then chat_id end`,
        ...Object.fromEntries(
          ['given', 'mailed_to', 'external_id'].map((column) => [
            column,
            `case when ${takenOver('appointments.id')} is null then ${column} end`,
          ]),
        ),
      },
    },
    erase: {
      ...{
        client_id: 'null',
        attendee_name: 'null',
        given: 'null',
        mailed_to: 'null',
        wish: 'null',
        visitor: 'null',
      },
      ...{
        chat_id: 'null',
        external_id: 'null',
        handle: 'gen_random_uuid()',
        notes: `''`,
        team_notes: `''`,
        title: `coalesce(service, '')`,
      },
    },
    order: 'starts_at, id',
  },
  request_keys: {
    of: `(object_id = any (${clients}) or object_id = any (${appointments}))`,
    ...{
      person: '',
      told: '',
      other: 'kind caller key digest object_id created_at',
      order: 'created_at, key',
    },
    erase: 'delete',
  },
  waiting_entries: {
    of: `client_id = any (${clients})`,
    person: 'attendee_name service_ids resource_id from to hours notes chat_id mailed_to',
    told: 'status offered_starts_at offered_ends_at told_at created_at updated_at',
    other: 'id client_id offer_id offered_resource_id offered_until',
    handed: {
      // They can have been waited for in a chat of somebody else.
      own: {
        chat_id: `case when chat_id = any (${chats}) then chat_id end`,
        service_ids: `(select string_agg(name, ', ') from services where services.id = any (service_ids))`,
        resource_id: `(select name from resources where resources.id = resource_id)`,
      },
    },
    ...{ erase: 'delete', order: 'created_at, id' },
  },
  // The file of one contact is often called as the person.
  appointment_imports: {
    of: `file_name is not null
      and exists (select from imported_appointments where import_id = appointment_imports.id and appointment_id = any (${appointments}))`,
    ...{ person: '', told: '', order: 'id' },
    other: 'id at by_id by_name file_name created skipped failed undone_at undone_by_name',
    erase: { file_name: 'null' },
  },
  client_imports: {
    of: `file_name is not null and exists (
      select from client_import_rows where import_id = client_imports.id and (client_id = any (${clients}) or with_id = any (${clients})))`,
    ...{ person: '', told: '', order: 'id' },
    other: 'id at by_id by_name file_name created updated skipped failed undone_at undone_by_name',
    erase: { file_name: 'null' },
  },
  // What became of the rows of imports: no text of the file.
  client_import_rows: {
    of: `(client_id = any (${clients}) or with_id = any (${clients}))`,
    person: 'outcome field code',
    told: 'row',
    other: 'id import_id client_id version with_id with_row',
    handed: {
      // Of who shares a number with the person, nothing is told.
      of: `(client_id = any (${clients}) or outcome = 'not_made' and with_id = any (${clients}))`,
      own: { at: ofImport('at'), by_name: ofImport('by_name') },
    },
    ...{ erase: 'delete', order: 'id' },
  },
  client_merges: {
    of: `(client_id = any (${clients}) or merged_id = any (${clients}))`,
    person: 'merged phone email other_phones before after',
    told: 'merged_at merged_by_name',
    other: 'id client_id merged_id appointment_ids conversation_ids waiting_ids merged_by_id',
    handed: {},
    ...{ erase: 'delete', order: 'merged_at, id' },
  },
  client_changes: {
    of: `client_id = any (${clients})`,
    person: 'changes',
    told: 'at cause user_name key_name',
    other: 'client_id version user_id',
    handed: {
      own: {
        // Between a merge with somebody else and its undoing, the profile had that one's data.
        changes: `case when version between
          (select min(version) from client_changes as other where other.client_id = client_changes.client_id and cause = 'merged')
          and (select max(version) from client_changes as other where other.client_id = client_changes.client_id and cause = 'unmerged')
          then '[]' else changes end`,
      },
    },
    ...{ erase: 'delete', order: 'client_id, version' },
  },
  clients: {
    of: `id = any (${clients})`,
    person:
      'id name phone phone_as_given extension other_phones email shared_phone shared_email email_refused language no_reminders company status source tags ' +
      'notes last_activity_at external_ids',
    told: 'created_at updated_at',
    other: 'version name_key search_text import_id',
    handed: {},
    ...{ erase: 'delete', order: 'created_at, id' },
  },
};

/** The messages of a client's chats: `of` is asked with the chats alone. */
const MEMORY: Record<string, TableOfClients> = {
  chat_history: {
    of: `chat_id = any (${chats})`,
    person: 'message',
    told: 'id chat_id timestamp role author_name channel delivered_at',
    other:
      'external_id written_in author_id reported_by sent_by sent_id sent_at version_of version part edited_of request_key session_id branch head machine ' +
      'key_id owner_id handed_out_at taken_back_at',
    // As the memory's own answers have it: a number.
    handed: { own: { id: 'id::float8' } },
    ...{ erase: 'delete', order: 'timestamp, id' },
  },
  taken_back_replies: {
    of: `chat_id = any (${chats})`,
    person: 'message',
    told: 'chat_id timestamp author_name channel taken_back_at',
    other: 'id author_id request_key handed_out_at',
    handed: {},
    ...{ erase: 'delete', order: 'timestamp, id' },
  },
  erased_replies: {
    of: `chat_id = any (${chats})`,
    ...{ person: '', told: '', other: 'id chat_id handed_out_at at', erase: 'delete', order: 'id' },
  },
  chat_erasures: {
    of: `chat_id = any (${chats})`,
    ...{ person: '', told: '', other: 'id chat_id at message_ids received_ids written_at line audit' },
    ...{ erase: 'delete', order: 'id' },
  },
  chats: {
    of: `chat_id = any (${chats})`,
    ...{ person: '', told: '', other: 'chat_id takeovers erased_to', erase: 'delete', order: 'chat_id' },
  },
};

/** In the order in which they are erased: a row before the one that it names. */
export const TABLES_OF_CLIENTS: Record<DatabaseName, Record<string, TableOfClients>> = {
  panel: PANEL,
  memory: MEMORY,
};

/** Appointments that a change gave to another client, from or to the person: all are looked for at once, since the table is long. */
const given = (side: 'before' | 'after') => `
  select event.appointment_id from appointment_events as event, jsonb_array_elements(event.changes) as change
  where event.changes @> '[{"field": "client_id"}]' and change ->> 'field' = 'client_id'
    and change ->> '${side}' = any (${clients}::text[])`;
const [GIVEN_AWAY, GIVEN_TO] = [given('before'), given('after')];

/**
 * Rows of others, in which a client may be named: what is taken out, and what the statement sets. The audit follows by a function
 * of the database.
 */
export const NAMED_ELSEWHERE = {
  /** A booking that was the client's before: who booked it may have been the client. */
  appointments: {
    of: `client_id <> all (${clients}) and (given is not null or wish is not null) and id in (${GIVEN_AWAY})`,
    erase: { given: 'null', wish: 'null' },
  },
  /** A booking that was the client's before, up to the change that gave it to somebody else. */
  appointment_events: {
    of: `appointment_id in (${GIVEN_AWAY} union ${GIVEN_TO}) and version <= (
      select max(other.version) from appointment_events as other, jsonb_array_elements(other.changes) as change
      where other.appointment_id = appointment_events.appointment_id and change ->> 'field' = 'client_id'
        and (change ->> 'before' = any (${clients}::text[]) or change ->> 'after' = any (${clients}::text[])))`,
    erase: { changes: `'[]'` },
  },
  /** A chat that was tied to the client, has a booking of the client, or came from the client's number. */
  conversation_events: {
    of: `(details ->> 'client_id' = any (${clients}::text[]) or details ->> 'before_id' = any (${clients}::text[])
      or details ->> 'appointment_id' = any (${appointments}::text[])
      or details ->> 'phone' = any (${numbers}) or details ->> 'before_phone' = any (${numbers}))`,
    erase: {
      details: `details || (
        select coalesce(jsonb_object_agg(field, null), '{}') from jsonb_object_keys(details) as field
        where field in ('title', 'name', 'client_name', 'phone', 'before_name', 'before_phone'))`,
    },
  },
  /** Notices to the team name who booked or wrote; which ones is not kept. */
  mails: {
    of: `kind = 'team' and status <> 'waiting' and content is not null
      and created_at >= (select min(created_at) from clients where id = any (${clients}))`,
    erase: { content: 'null' },
  },
} as const satisfies Record<string, { of: string; erase: Readonly<Record<string, string>> }>;
