import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  VERSION_KINDS,
  WRITE_WAYS,
  type MemoryRowDto,
  type MemoryVersionDto,
  type NamedRowDto,
  type UndoPreviewDto,
  type UndoneSeveralDto,
  type UndoSeveralDto,
  type VersionKind,
  type WriteWay,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';
import { UndoSeveralRequest } from './history.request';
import { DecisionVersion, PersonRow, ProjectRow, SessionRow, StateRow, TaskRow } from '../rows.response';

const ROWS = [SessionRow, StateRow, TaskRow, ProjectRow, PersonRow, DecisionVersion];

const Row = (description: string) =>
  applyDecorators(
    ApiExtraModels(...ROWS),
    ApiProperty({
      description,
      anyOf: [...ROWS.map((row) => ({ $ref: getSchemaPath(row) })), { type: 'null' }],
    }),
  );

export class VersionRow implements MemoryVersionDto {
  @ApiProperty({ type: 'integer', description: 'Later changes have higher ones.' }) version: number;
  @ApiProperty({ type: String, enum: VERSION_KINDS }) kind: VersionKind;
  @ApiProperty({ type: 'integer', description: 'Of the row.' }) id: number;
  @Time() at: string;
  @ApiProperty({ type: String, nullable: true, description: 'The user or key; null: unknown.' })
  by: string | null;
  @ApiProperty({ type: String, nullable: true, enum: [...WRITE_WAYS, null] }) through: WriteWay | null;
  @Row('The row before the change; null: it was not there.') before: MemoryRowDto | null;
  @Row('The row after the change; null: it was deleted.') after: MemoryRowDto | null;
}

export class HistoryPage extends pageOf(VersionRow) {}

export class UndoneSeveralResponse implements UndoneSeveralDto {
  @ApiProperty({ type: 'integer', description: 'How many changes were undone.' }) undone: number;
  @ApiProperty({ type: 'integer', description: 'How many rows that were made then were deleted.' })
  deleted: number;
  @ApiProperty({
    type: 'integer',
    description:
      'How many were left, because the row was changed since, or is not for the caller, which is said with the last part.',
  })
  left: number;
  @ApiProperty({ type: 'integer', description: 'How many changes and rows are still to come.' })
  remaining: number;
  @ApiProperty({
    type: () => UndoSeveralRequest,
    nullable: true,
    description: 'What to send next to go on; null: that was all.',
  })
  next: UndoSeveralDto | null;
}

export class NamedRow implements NamedRowDto {
  @ApiProperty({ type: String, enum: VERSION_KINDS }) kind: VersionKind;
  @ApiProperty({ type: 'integer', description: 'Of the row, within its kind.' }) id: number;
  @ApiProperty({ type: String }) title: string;
}

export class UndoPreviewResponse implements UndoPreviewDto {
  @ApiProperty({ type: [VersionRow], description: 'The changes that would be undone, the newest first.' })
  changes: MemoryVersionDto[];
  @ApiProperty({ type: 'integer', description: 'How many there are; at most 100 are shown.' })
  changes_total: number;
  @ApiProperty({
    type: [NamedRow],
    description: 'The rows that would be deleted, because they were made then.',
  })
  made: NamedRowDto[];
  @ApiProperty({ type: 'integer', description: 'How many there are; at most 100 are shown.' })
  made_total: number;
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'The last moment that was looked at. Sent as `until`, it undoes no more than this.',
  })
  until: string;
}

true satisfies SameShape<VersionRow, MemoryVersionDto>;
true satisfies SameShape<UndoneSeveralResponse, UndoneSeveralDto>;
true satisfies SameShape<UndoPreviewResponse, UndoPreviewDto>;
true satisfies SameShape<NamedRow, NamedRowDto>;
