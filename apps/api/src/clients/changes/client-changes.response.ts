import { ApiProperty } from '@nestjs/swagger';
import {
  ERROR_CODES,
  type ClientChangesDto,
  type ErrorCode,
  type FailedClientDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';

class FailedClientResponse implements FailedClientDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, enum: ERROR_CODES, example: 'not_found' }) code: ErrorCode;
  @ApiProperty({ type: String, example: 'There is no such client.' }) detail: string;
}

export class ClientChangesResponse implements ClientChangesDto {
  @ApiProperty({
    type: [String],
    format: 'uuid',
    description: 'The clients that are now as asked, also those that were so before.',
  })
  changed: string[];

  @ApiProperty({
    type: [FailedClientResponse],
    description: 'Clients that were not changed, with the cause.',
  })
  failed: FailedClientResponse[];
}

true satisfies SameShape<ClientChangesResponse, ClientChangesDto>;
