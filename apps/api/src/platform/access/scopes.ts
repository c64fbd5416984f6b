import { KEY_SCOPES } from '@groupless/shared-dto';

/** The scopes of API keys. Only the workflow key of the settings has `workflows`; it comes in its own header. */
export const SCOPES = [...KEY_SCOPES, 'workflows'] as const;
export type Scope = (typeof SCOPES)[number];
