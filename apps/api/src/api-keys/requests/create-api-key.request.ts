import { KEY_SCOPES, LIMITS, type CreateApiKeyDto, type KeyScope } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Integer, NameText } from '../../platform/validation/fields';
import { ChoiceList } from '../../platform/validation/list-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { Instant } from '../../platform/validation/times/time-fields';

export class CreateApiKeyRequest implements CreateApiKeyDto {
  @NameText({ ...LIMITS.key_name, description: 'Unique among the keys.', example: 'Website' })
  name: string;

  @ChoiceList({
    values: KEY_SCOPES,
    description:
      'What the key opens: the active session (`session:read`), its storing (`session:write`), activating an ' +
      'account (`account:activate`), what a chat agent does (`agent`), the webhooks where they demand a key ' +
      '(`memory`), `metrics`, what a viewer or an operator may do in the panel (`panel:read`, `panel:write`), and webhooks of its own, which ' +
      'are told what a viewer may read (`hooks:write`). ' +
      'The workflows are opened only by `WORKFLOW_API_KEY`, in its own header.',
    example: ['panel:read'],
  })
  scopes: KeyScope[];

  @Instant({
    optional: true,
    description: `In the future, at most ${LIMITS.key_days_max} days from now; ${LIMITS.key_days} days unless said.`,
    example: '2027-05-01T00:00:00Z',
  })
  expires_at?: string;

  @Integer({
    optional: true,
    min: 1,
    max: LIMITS.key_days_max,
    description: 'How many days it counts by the clock of the server, instead of `expires_at`.',
  })
  days?: number;

  @Uuid({
    optional: true,
    description:
      'The user for whom it opens the memory, whose turns it stores and reads. Whoever makes it, unless said.',
  })
  owner_id?: string;
}

true satisfies SameShape<CreateApiKeyRequest, CreateApiKeyDto>;
