import { ApiProperty } from '@nestjs/swagger';
import {
  ERROR_CODES,
  type ClientChangesDto,
  type ClientVersionDto,
  type ErrorCode,
  type FailedClientDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

class FailedClientResponse implements FailedClientDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, enum: ERROR_CODES, example: 'not_found' }) code: ErrorCode;
  @ApiProperty({ type: String, example: 'There is no such client.' }) detail: string;
}

class ClientVersionResponse implements ClientVersionDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: 'integer', example: 3 }) version: number;
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

  @ApiProperty({ type: [ClientVersionResponse], description: 'Of those that were changed: for an undo.' })
  versions: ClientVersionResponse[];

  @ApiProperty({
    type: 'integer',
    description: 'Appointments that are still to come of those who were archived.',
    example: 0,
  })
  coming_appointments: number;
}

true satisfies SameShape<ClientChangesResponse, ClientChangesDto>;
