import type { MergeClientDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Uuid } from '../../platform/validation/uuid-fields';

export class MergeClientRequest implements MergeClientDto {
  @Uuid({
    description: 'The client that becomes part of the one in the path, and is gone then.',
    example: '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b',
  })
  client_id: string;
}

true satisfies SameShape<MergeClientRequest, MergeClientDto>;
