/** How the actions of the audit begin, as they can be filtered by. */
export const ACTION_KINDS = [
  'auth',
  'user',
  'client',
  'clients',
  'appointment',
  'block',
  'calendar',
  'conversation',
  'account',
  'api_key',
  'workflow',
  'hook',
  'saved_reply',
  'waiting_entry',
  'mail',
  'settings',
  'resource',
  'service',
  'agent',
  'retention',
  'project',
  'person',
  'task',
  'state',
  'session',
  'decision',
  'memory',
  'quarantine',
] as const;

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
