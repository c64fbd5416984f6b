import {
  CLIENT_STATUSES,
  LIMITS,
  type ChangeClientsDto,
  type ClientStatus,
  type ClientVersionDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Integer, OneOf } from '../../platform/validation/fields';
import { TextList, UuidList } from '../../platform/validation/list-fields';
import { ListOf } from '../../platform/validation/object-fields';
import { Uuid } from '../../platform/validation/uuid-fields';

const TAGS = { optional: true, ...LIMITS.tag, most: LIMITS.tags };

class ClientVersionRequest implements ClientVersionDto {
  @Uuid({ example: '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b' })
  id: string;

  @Integer({ min: 1, max: 2_147_483_647, example: 3 })
  version: number;
}

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

  @ListOf(() => ClientVersionRequest, {
    optional: true,
    max: LIMITS.changed_clients,
    description:
      'For an undo, as the change answered them: a client that has another version by now is left as it is, and named.',
  })
  versions?: ClientVersionRequest[];
}

true satisfies SameShape<ChangeClientsRequest, ChangeClientsDto>;
