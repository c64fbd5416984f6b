import {
  HOOK_EVENTS,
  LIMITS,
  type CreateHookDto,
  type HookDeliveriesQueryDto,
  type HookEvent,
  type PatchHookDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { Flag, Text } from '../../shared/validation/fields';
import { ChoiceList } from '../../shared/validation/list-fields';
import { PageRequest } from '../../shared/validation/page.request';

const URL_FIELD = {
  ...LIMITS.hook_url,
  description: 'Where the events go: `https://`, to a public address (else `OUTBOUND_PRIVATE`).',
  example: 'https://hooks.example.com/groupless',
};
const EVENTS_FIELD = {
  values: HOOK_EVENTS,
  description: 'Which events are sent.',
  example: ['appointment.created', 'appointment.updated'],
};

export class CreateHookRequest implements CreateHookDto {
  @Text(URL_FIELD)
  url: string;

  @ChoiceList(EVENTS_FIELD)
  events: HookEvent[];

  @Flag({ optional: true, description: 'True unless said.', example: true })
  active?: boolean;
}

export class PatchHookRequest implements PatchHookDto {
  @Text({ ...URL_FIELD, optional: true })
  url?: string;

  @ChoiceList({ ...EVENTS_FIELD, optional: true })
  events?: HookEvent[];

  @Flag({ optional: true, description: 'Whether events are sent.', example: false })
  active?: boolean;
}

export class HookDeliveriesRequest extends PageRequest implements HookDeliveriesQueryDto {}

true satisfies SameShape<CreateHookRequest, CreateHookDto>;
true satisfies SameShape<PatchHookRequest, PatchHookDto>;
true satisfies SameShape<HookDeliveriesRequest, HookDeliveriesQueryDto>;
