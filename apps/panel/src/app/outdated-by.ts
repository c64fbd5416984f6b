import type { RuleList } from './http/invalidation-rules';

const APPOINTMENTS = [
  'appointment.created',
  'appointment.updated',
  'appointment.deleted',
  'appointments.imported',
] as const;
const CLIENTS = [
  'client.created',
  'client.updated',
  'client.deleted',
  'clients.imported',
  'appointments.imported',
] as const;
const ACCOUNTS = ['account.created', 'account.updated', 'account.activated', 'account.deleted'] as const;
const MEMORY = [
  'project.updated',
  'person.updated',
  'task.updated',
  'state.updated',
  'session.created',
  'session.updated',
  'decision.updated',
] as const;

/** A new screen that shows new addresses adds the events that change them. */
export const OUTDATED_BY: RuleList = [
  ['/api/clients', CLIENTS],
  // Blocks change free times; what has another name is shown by it.
  ['/api/appointments', [...APPOINTMENTS, 'block.updated', 'resource.updated', 'service.updated']],
  // A user who is gone has no column.
  ['/api/resources', ['resource.updated', 'settings.updated', 'user.updated']],
  ['/api/services', ['service.updated', 'settings.updated']],
  ['/api/busy-times', ['block.updated', 'resource.updated']],
  // What is booked is free no more.
  ['/api/waiting-list', ['waiting.updated', 'client.updated', ...APPOINTMENTS, 'block.updated']],
  ['/api/blocks', ['block.updated', 'resource.updated']],
  // No event repeats a search: in a busy inbox it would never end.
  ['/api/conversations/messages', []],
  ['/api/conversations/agent', ['settings.updated']],
  ['/api/conversations', ['conversation.updated']],
  ['/api/auth/notifications', ['user.updated']],
  // A new password ends sessions.
  ['/api/auth', []],
  ['/api/users', ['user.updated']],
  ['/api/assistant-accounts', ACCOUNTS],
  ['/api/settings/chat-agent', ['settings.updated']],
  ['/api/agent/pause', ['settings.updated']],
  ['/api/settings/booking-page', ['settings.updated']],
  ['/api/settings/calendars', ['block.updated']],
  ['/api/settings/hooks', ['settings.updated']],
  ['/api/settings/memory', ['settings.updated']],
  // No event tells of the others, but the writes of this page count.
  ['/api/settings', []],
  ['/api/mail', []],
  // Figures of a period are looked at, not watched.
  ['/api/reports', []],
  ['/api/workflows', ['workflow.updated']],
  ['/api/memory/projects', ['project.updated']],
  // These rows show the name of their project.
  ['/api/memory/decisions', ['decision.updated', 'session.created', 'session.updated', 'project.updated']],
  ['/api/memory/people', ['person.updated']],
  ['/api/memory/tasks', ['task.updated', 'project.updated']],
  ['/api/memory/state', ['state.updated', 'project.updated']],
  ['/api/memory/sessions', ['session.created', 'session.updated', 'project.updated']],
  ['/api/memory/chats', ['conversation.updated']],
  ['/api/memory/search', [...MEMORY, 'conversation.updated']],
  ['/api/memory/context', MEMORY],
  ['/api/memory/history', MEMORY],
  ['/api/memory/assistants', MEMORY],
  [
    '/api/dashboard',
    [
      ...[...CLIENTS, ...APPOINTMENTS, ...ACCOUNTS],
      ...(['conversation.updated', 'task.updated', 'settings.updated', 'user.updated'] as const),
    ],
  ],
];
