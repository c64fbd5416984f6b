/** How the actions of the audit begin, as they can be filtered by. */
export const ACTION_KINDS = [
  'auth',
  'user',
  'client',
  'clients',
  'appointment',
  'conversation',
  'account',
  'api_key',
  'workflow',
  'hook',
  'saved_reply',
  'settings',
  'project',
  'person',
  'task',
  'state',
  'session',
  'memory',
  'quarantine',
] as const;

/** The actions that have words of their own; another one, of a newer server, is shown as it is called. */
const KNOWN: readonly string[] = [
  'auth.account_reset',
  'auth.calendar_token_made',
  'auth.invite_accepted',
  'auth.logged_in',
  'auth.logged_out',
  'auth.logged_out_everywhere',
  'auth.confirmed',
  'auth.key_failed',
  'auth.login_failed',
  'auth.password_changed',
  'auth.refresh_token_reused',
  'auth.session_ended',
  'auth.totp_disabled',
  'auth.totp_enabled',
  'auth.totp_set_up',
  'user.created',
  'user.deleted',
  'user.invited',
  'user.logged_out_everywhere',
  'user.totp_removed',
  'user.updated',
  'client.created',
  'client.deleted',
  'client.merged',
  'client.reactivated',
  'client.unmerged',
  'client.updated',
  'clients.imported',
  'appointment.created',
  'appointment.deleted',
  'appointment.updated',
  'conversation.assigned',
  'conversation.handed_back',
  'conversation.note_added',
  'conversation.note_put_back',
  'conversation.note_removed',
  'conversation.read',
  'conversation.replied',
  'conversation.reply_taken_back',
  'conversation.taken_over',
  'conversation.updated',
  'account.activated',
  'account.created',
  'account.deleted',
  'account.session_deleted',
  'account.session_read',
  'account.session_restored',
  'account.session_stored',
  'account.updated',
  'api_key.created',
  'api_key.revoked',
  'workflow.activated',
  'workflow.deactivated',
  'workflow.rotated',
  'hook.created',
  'hook.deleted',
  'hook.sent_again',
  'hook.switched_off',
  'hook.tested',
  'hook.updated',
  'saved_reply.created',
  'saved_reply.deleted',
  'saved_reply.updated',
  'settings.updated',
  'agent.paused',
  'agent.resumed',
  'project.created',
  'project.deleted',
  'project.updated',
  'person.created',
  'person.deleted',
  'person.updated',
  'task.created',
  'task.updated',
  'task.deleted',
  'state.created',
  'state.updated',
  'state.deleted',
  'session.updated',
  'session.deleted',
  'project.change_undone',
  'person.change_undone',
  'task.change_undone',
  'state.change_undone',
  'session.change_undone',
  'memory.erased',
  'quarantine.released',
  'quarantine.discarded',
];

/** The key of the text for an action; null if there is none. */
export function actionKey(action: string): string | null {
  return KNOWN.includes(action) ? `users.audit.actions.${action}` : null;
}

/** Where the panel shows what something was done to; null: nowhere by itself. */
export function pathOf(object: string | null): string | null {
  const [, kind = '', id = ''] = /^(\w+):(.+)$/.exec(object ?? '') ?? [];
  const places: Record<string, string> = {
    client: '/clients',
    appointment: '/appointments',
    conversation: '/conversations',
    user: '/users',
  };
  const place = places[kind];
  return place === undefined ? null : `${place}/${id}`;
}

/** `fields: name, role; role: admin` */
export function detailsText(details: Record<string, string | number | boolean | null>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ');
}
