import { ApiProperty } from '@nestjs/swagger';
import {
  QUARANTINE_KINDS,
  QUARANTINE_STATUSES,
  type HeldRowsDto,
  type QuarantinedDto,
  type QuarantineKind,
  type QuarantineStatus,
} from '@groupless/shared-dto';
import { pageOf } from '../../../platform/docs/page-of';
import type { SameShape } from '../../../platform/docs/same-shape';

export class QuarantinedRow implements QuarantinedDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ type: String, enum: QUARANTINE_KINDS }) kind: QuarantineKind;
  @ApiProperty({ type: 'integer', description: 'Of the row, within its kind.' }) row_id: number;
  @ApiProperty({ type: String, enum: QUARANTINE_STATUSES }) status: QuarantineStatus;
  @ApiProperty({ type: String, example: 'overrides instructions' }) rule: string;
  @ApiProperty({ type: String }) title: string;
  @ApiProperty({ type: String, description: 'What stands in the row, or its beginning.' }) text: string;
  @ApiProperty({ type: String, description: 'Of the whole text, for `If-Match`.' }) digest: string;
  @ApiProperty({ type: String, format: 'date-time' }) found_at: string;
}

true satisfies SameShape<QuarantinedRow, QuarantinedDto>;

export class QuarantinePage extends pageOf(QuarantinedRow) {}

export class HeldRows implements HeldRowsDto {
  @ApiProperty({ type: String, enum: QUARANTINE_KINDS }) kind: QuarantineKind;
  @ApiProperty({ type: 'integer', isArray: true, description: 'Of the rows that were asked about.' })
  row_ids: number[];
}

true satisfies SameShape<HeldRows, HeldRowsDto>;
