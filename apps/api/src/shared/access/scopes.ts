import { KEY_SCOPES } from '@groupless/shared-dto';

/** The scopes of API keys. `workflows` is opened only by the key that the settings name for it, in its own header. */
export const SCOPES = [...KEY_SCOPES, 'workflows'] as const;
export type Scope = (typeof SCOPES)[number];
