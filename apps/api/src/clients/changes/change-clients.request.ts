import { CLIENT_STATUSES, LIMITS, type ChangeClientsDto, type ClientStatus } from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { OneOf } from '../../shared/validation/fields';
import { TextList, UuidList } from '../../shared/validation/list-fields';

const TAGS = { optional: true, ...LIMITS.tag, most: LIMITS.tags };

export class ChangeClientsRequest implements ChangeClientsDto {
  @UuidList({ most: LIMITS.changed_clients, example: ['0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'] })
  ids: string[];

  @OneOf({ optional: true, values: CLIENT_STATUSES, example: 'archived' })
  status?: ClientStatus;

  @TextList({ ...TAGS, description: 'Tags that each of them has afterwards.', example: ['vip'] })
  add_tags?: string[];

  @TextList({
    ...TAGS,
    description: 'Tags that none of them has afterwards, unless they are in `add_tags`.',
    example: ['new'],
  })
  remove_tags?: string[];
}

true satisfies SameShape<ChangeClientsRequest, ChangeClientsDto>;
