import { ApiProperty } from '@nestjs/swagger';
import {
  LEFT_BEHIND,
  type ClientMergeDto,
  type LeftBehindDto,
  type LeftBehindKind,
  type SharedNumberDto,
  type UndoneMergeDto,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';

class MergedClientResponse {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Jana Novakova' }) name: string;
  @ApiProperty({ type: String, nullable: true, example: '+12125550123' }) phone: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'jana@example.com' }) email: string | null;
}

class MergedByResponse {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null for a key.' })
  id: string | null;
  @ApiProperty({ type: String, example: 'Ada', description: 'As the name was then.' }) name: string;
}

export class ClientMergeResponse implements ClientMergeDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, format: 'uuid', description: 'The client that stays.' }) client_id: string;
  @ApiProperty({ type: MergedClientResponse, description: 'The client that is gone.' })
  merged: MergedClientResponse;
  @ApiProperty({ type: 'integer', description: 'How many moved.', example: 3 }) appointments: number;
  @ApiProperty({ type: 'integer', description: 'How many moved.', example: 1 }) conversations: number;
  @ApiProperty({ type: MergedByResponse }) merged_by: MergedByResponse;
  @Time() merged_at: string;
}

class LeftBehindResponse implements LeftBehindDto {
  @ApiProperty({ type: String, enum: LEFT_BEHIND }) what: LeftBehindKind;
  @ApiProperty({ type: 'integer', description: '1 for notes.', example: 2 }) count: number;
  @ApiProperty({
    type: String,
    description: 'The same in words.',
    example: 'Appointments made since the merge stay with Jana Nováková: 2.',
  })
  text: string;
}

class NumberOwnerResponse {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Petr Novák' }) name: string;
}

class SharedNumberResponse implements SharedNumberDto {
  @ApiProperty({ type: String, example: '+12125550123' }) phone: string;
  @ApiProperty({ type: NumberOwnerResponse }) client: NumberOwnerResponse;
}

export class UndoneMergeResponse extends ClientMergeResponse implements UndoneMergeDto {
  @ApiProperty({ type: [LeftBehindResponse], description: 'What could not be parted. Look at it.' })
  left_behind: LeftBehindResponse[];
  @ApiProperty({
    type: [SharedNumberResponse],
    description: 'Who else has a number of the client that came back.',
  })
  shared_numbers: SharedNumberResponse[];
}

export class ClientMergesPage extends pageOf(ClientMergeResponse) {}

true satisfies SameShape<ClientMergeResponse, ClientMergeDto>;
true satisfies SameShape<UndoneMergeResponse, UndoneMergeDto>;
