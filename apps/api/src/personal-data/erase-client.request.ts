import { LIMITS, type EraseClientDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { Text } from '../platform/validation/fields';

export class EraseClientRequest implements EraseClientDto {
  @Text({ ...LIMITS.client_name, description: 'The name of the client.', example: 'Jana Nováková' })
  name: string;
}

true satisfies SameShape<EraseClientRequest, EraseClientDto>;
