import type { HookEvent } from '@groupless/shared-dto';
import { DERIVED_EVENTS, EVENTS, HOOK_EVENTS } from '@groupless/shared-dto/event-types';
import type { DocumentedEvent } from '../platform/docs/webhooks-in-docs';
import { kindOf, shownFields, hasNumber } from './delivery/shown-object';

/** The schemas of the objects in events, by kind (the first word of the event). */
const SCHEMAS: Record<string, string> = {
  client: 'ClientResponse',
  appointment: 'AppointmentResponse',
  conversation: 'ConversationResponse',
  project: 'ProjectRow',
  person: 'PersonRow',
  task: 'TaskRow',
  session: 'SessionRow',
  settings: 'ChatAgentSettingsDocument',
};

/** Events with only the id, although their kind has a schema. */
const BY_ID: readonly HookEvent[] = [
  'client.deleted',
  'client.merged',
  'client.erased',
  'appointment.deleted',
];
/** Ids beside that of the object. */
const MORE: Partial<Record<HookEvent, DocumentedEvent['more']>> = {
  'client.deleted': { merged_into: { type: 'uuid', when: 'if it was merged' } },
  'client.merged': { into: { type: 'uuid', when: 'always' } },
  'clients.imported': {
    import_id: { type: 'uuid', when: 'always' },
    created: { type: 'integer', when: 'always' },
    updated: { type: 'integer', when: 'always' },
  },
  'appointments.imported': {
    import_id: { type: 'uuid', when: 'always' },
    created: { type: 'integer', when: 'always' },
  },
};
/** Kinds whose events have no id. */
const WITHOUT_ID: readonly string[] = ['clients', 'appointments', 'workflow', 'settings'];
/** Events with the previous values: updates of rows of the panel. */
const WITH_PREVIOUS: readonly HookEvent[] = [
  'client.updated',
  'appointment.updated',
  'settings.updated',
  'conversation.waiting',
  'appointment.confirmed',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.completed',
  'appointment.no_show',
];

function previousIn(name: HookEvent): DocumentedEvent['previous'] {
  if (WITH_PREVIOUS.includes(name)) return 'always';
  return name === 'conversation.updated' ? 'of updates' : 'never';
}

/** Sent by hand alone, so nobody can ask for it. */
const TEST: DocumentedEvent = {
  name: 'test',
  summary: 'Somebody asked for a test',
  object: null,
  previous: 'never',
  id: 'uuid',
  more: {},
};

const ALL = { ...EVENTS, ...DERIVED_EVENTS };

/** All events, for the API's documentation. */
export const SENT: readonly DocumentedEvent[] = HOOK_EVENTS.map((name): DocumentedEvent => {
  const kind = kindOf(name);
  const fields = BY_ID.includes(name) ? null : shownFields(name);
  const id = WITHOUT_ID.includes(kind) ? null : hasNumber(name) ? ('integer' as const) : ('uuid' as const);
  return {
    name,
    summary: ALL[name].says,
    object: fields === null ? null : { schema: SCHEMAS[kind] ?? '', fields },
    previous: previousIn(name),
    id,
    more: MORE[name] ?? {},
  };
}).concat(TEST);
