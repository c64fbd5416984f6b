import {
  LIMITS,
  type CreateHookDto,
  type HookDeliveriesQueryDto,
  type HookSubscription,
  type PatchHookDto,
} from '@groupless/shared-dto';
import { HOOK_SUBSCRIPTIONS } from '@groupless/shared-dto/event-types';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag, Text } from '../../platform/validation/fields';
import { ChoiceList } from '../../platform/validation/list-fields';
import { PageRequest } from '../../platform/validation/page.request';

const URL_FIELD = {
  ...LIMITS.hook_url,
  description: 'Where the events go: `https://`, to a public address (else `OUTBOUND_PRIVATE`).',
  example: 'https://hooks.example.com/groupless',
};
const EVENTS_FIELD = {
  values: HOOK_SUBSCRIPTIONS,
  description: 'Which events are sent; `*`: all, also those that a later version adds.',
  example: ['appointment.booked', 'appointment.cancelled'],
};

export class CreateHookRequest implements CreateHookDto {
  @Text(URL_FIELD)
  url: string;

  @ChoiceList(EVENTS_FIELD)
  events: HookSubscription[];

  @Flag({ optional: true, description: 'True unless said.', example: true })
  active?: boolean;
}

export class PatchHookRequest implements PatchHookDto {
  @Text({ ...URL_FIELD, optional: true })
  url?: string;

  @ChoiceList({ ...EVENTS_FIELD, optional: true })
  events?: HookSubscription[];

  @Flag({ optional: true, description: 'Whether events are sent.', example: false })
  active?: boolean;
}

export class HookDeliveriesRequest extends PageRequest implements HookDeliveriesQueryDto {}

true satisfies SameShape<CreateHookRequest, CreateHookDto>;
true satisfies SameShape<PatchHookRequest, PatchHookDto>;
true satisfies SameShape<HookDeliveriesRequest, HookDeliveriesQueryDto>;
