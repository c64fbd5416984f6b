/** What an API key may open. */
export const SCOPES = [
  'session:read',
  'session:write',
  'account:activate',
  'agent',
  'memory',
  'metrics',
  'panel:read',
  'panel:write',
  'workflows',
] as const;
export type Scope = (typeof SCOPES)[number];
