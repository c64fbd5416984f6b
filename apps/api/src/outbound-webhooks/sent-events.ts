import { HOOK_EVENTS, type HookEvent } from '@groupless/shared-dto';
import type { DocumentedEvent } from '../platform/docs/webhooks-in-docs';
import { kindOf, shownFields, hasNumber } from './delivery/shown-object';

const SUMMARIES: Record<HookEvent, string> = {
  'client.created': 'A client was added',
  'client.updated': 'A client was changed',
  'client.deleted': 'A client was removed',
  'client.merged': 'A client was merged into another one',
  'client.erased': 'A client was erased, with all that was kept of the person',
  'clients.imported': 'Clients were imported from a file',
  'appointments.imported': 'Appointments were imported from a file',
  'appointment.created': 'An appointment was made',
  'appointment.updated': 'An appointment was changed',
  'appointment.deleted': 'An appointment was removed',
  'block.updated': 'A block of time was made, changed or removed',
  'appointment.booked': 'An appointment was booked',
  'appointment.confirmed': 'An appointment was confirmed, or takes place after all',
  'appointment.moved': 'An appointment has another time or resource',
  'appointment.cancelled': 'An appointment was cancelled',
  'appointment.completed': 'An appointment took place',
  'appointment.no_show': 'Nobody came to an appointment',
  'conversation.updated': 'A conversation began or went on',
  'conversation.replied': 'Somebody of the team replied in a conversation',
  'conversation.waiting': 'A client has waited for a person for as long as a limit of the settings says',
  'account.created': 'An assistant account was added',
  'account.updated': 'An assistant account was changed',
  'account.activated': 'Another assistant account became the active one',
  'account.deleted': 'An assistant account was removed',
  'project.updated': 'A project of the memory was changed',
  'person.updated': 'A person of the memory was changed',
  'state.updated': 'An entry of the state was changed',
  'task.updated': 'A task of the memory was changed',
  'session.created': 'A session of a coding assistant was summed up',
  'session.updated': 'A summary of a session was changed or removed',
  'decision.updated': 'A decision of the memory was made, changed or withdrawn',
  'user.updated': 'A user of the panel was changed',
  'workflow.updated': 'A webhook of the memory was changed',
  'settings.updated': 'The settings of the chat agent were changed',
  'resource.updated': 'A resource was made, changed, archived or removed',
  'service.updated': 'A service was made, changed, archived or removed',
};

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

/** All events, for the API's documentation. */
export const SENT: readonly DocumentedEvent[] = HOOK_EVENTS.map((name): DocumentedEvent => {
  const kind = kindOf(name);
  const fields = BY_ID.includes(name) ? null : shownFields(name);
  const id = WITHOUT_ID.includes(kind) ? null : hasNumber(name) ? ('integer' as const) : ('uuid' as const);
  return {
    name,
    summary: SUMMARIES[name],
    object: fields === null ? null : { schema: SCHEMAS[kind] ?? '', fields },
    previous: previousIn(name),
    id,
    more: MORE[name] ?? {},
  };
}).concat(TEST);
