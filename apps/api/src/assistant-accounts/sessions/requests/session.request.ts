import {
  ACCOUNT_TOOLS,
  ACTIVE_SESSION_FORMATS,
  type AccountTool,
  type ActiveSessionFormat,
  type SessionDocument,
  type StoreSessionDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { JsonDocument, OneOf, QueryFlag } from '../../../platform/validation/fields';

export class StoreSessionRequest implements StoreSessionDto {
  @JsonDocument({
    description:
      'At most 256 KiB as it is sent, and kept exactly so. It needs the tokens of the account’s tool: ' +
      '`claudeAiOauth.accessToken` and `.refreshToken`; `tokens.access_token` and `.refresh_token`, or ' +
      '`OPENAI_API_KEY`; for `other` anything that is not empty.',
    example: {
      claudeAiOauth: {
        accessToken: 'at-1',
        refreshToken: 'rt-1',
        expiresAt: 1_795_200_000_000,
        scopes: ['user:inference'],
      },
    },
  })
  session_data: SessionDocument;
}

export class StoreSessionQuery {
  @QueryFlag({
    optional: true,
    description: '`true`: also a session of another login, or an older one.',
  })
  force?: 'true' | 'false';
}

export class ActiveSessionRequest {
  @OneOf({
    optional: true,
    values: ACTIVE_SESSION_FORMATS,
    description: '`raw`: the document alone, exactly as it was sent. Default: `json`.',
  })
  format?: ActiveSessionFormat;

  @OneOf({
    optional: true,
    values: ACCOUNT_TOOLS,
    description: 'The active account of this tool. Default: the one that was activated last.',
  })
  tool?: AccountTool;
}

true satisfies SameShape<StoreSessionRequest, StoreSessionDto>;
