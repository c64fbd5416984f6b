import type { TestApp } from '../apps/test-app';

/** What was recorded of a client, in the order in which it was stored: the action and its details. */
export async function auditOf({ panel }: TestApp, id: string): Promise<string[]> {
  const { rows } = await panel.query<{ action: string; details: object }>(
    'select action, details from audit_events where object = $1 order by ctid',
    [`client:${id}`],
  );
  return rows.map(({ action, details }) => `${action} ${JSON.stringify(details)}`);
}
