import { ApiProperty } from '@nestjs/swagger';
import type { SavedReplyDto } from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';

export class SavedReplyResponse implements SavedReplyDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Opening hours' }) name: string;
  @ApiProperty({ type: String, example: 'Hello {name}, we are open from nine to six.' }) text: string;
  @Time() created_at: string;
  @Time() updated_at: string;
}

export class SavedRepliesPage extends pageOf(SavedReplyResponse) {}

true satisfies SameShape<SavedReplyResponse, SavedReplyDto>;
