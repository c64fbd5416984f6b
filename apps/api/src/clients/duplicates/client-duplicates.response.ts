import { ApiProperty } from '@nestjs/swagger';
import { DUPLICATE_REASONS, type ClientDuplicateDto, type DuplicateReason } from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { ClientResponse } from '../client.response';

class ClientDuplicateResponse implements ClientDuplicateDto {
  @ApiProperty({ type: ClientResponse }) client: ClientResponse;
  @ApiProperty({
    enum: DUPLICATE_REASONS,
    isArray: true,
    example: ['phone'],
    description: 'What they share.',
  })
  reasons: DuplicateReason[];
}

export class ClientDuplicatesPage extends pageOf(ClientDuplicateResponse) {}

true satisfies SameShape<ClientDuplicateResponse, ClientDuplicateDto>;
