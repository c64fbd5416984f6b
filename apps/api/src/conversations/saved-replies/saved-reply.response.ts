import { ApiProperty } from '@nestjs/swagger';
import type { SavedReplyDto } from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';

export class SavedReplyResponse implements SavedReplyDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Opening hours' }) name: string;
  @ApiProperty({ type: String, example: 'Hello {name}, we are open from nine to six.' }) text: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) updated_at: string;
}

export class SavedRepliesPage extends pageOf(SavedReplyResponse) {}

true satisfies SameShape<SavedReplyResponse, SavedReplyDto>;
