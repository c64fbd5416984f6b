import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChangedSeriesDto, ReadSeriesDto, SeriesDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { IdempotencyKey } from '../../platform/http/headers/idempotency-key';
import { Describes } from '../../platform/docs/describes';
import type { Answer } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { seriesAnswer } from './series-answer';
import {
  ChangedSeriesQuery,
  CreateSeriesRequest,
  PatchSeriesRequest,
  SeriesQuery,
  EndedSeriesQuery,
} from './series.requests';
import { SeriesService } from './series.service';

@ApiTags('Appointments')
@Controller('api/series')
@RequiresRole('operator')
export class SeriesController {
  constructor(private readonly series: SeriesService) {}

  @Post()
  @Describes({
    summary: 'Book a series of appointments by a rule',
    description:
      'Each is a row of its own with the same `series_id`. Taken and busy times and closures are conflicts: with `fail` ' +
      'nothing is made (409 `series_conflicts` with all of them), with `skip` they are left out. `allow_busy` books in ' +
      'blocks, busy times and closures too, `allow_overlap` beside others. `dry_run=true` answers 200 with what would be ' +
      'made, and all conflicts. `exceptions` leave times of the rule out, or book them at another time.',
    once: true,
    problems: ['invalid_phone', 'series_conflicts', 'unknown_resource', 'unknown_service'],
  })
  async create(
    @Body() series: CreateSeriesRequest,
    @Query() { dry_run, new_resource }: SeriesQuery,
    @IdempotencyKey() key: string | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<SeriesDto>> {
    const terms = { dry_run: dry_run === 'true', new_resource: new_resource === 'true', key };
    return seriesAnswer(await this.series.create(series, actor, terms));
  }

  @Get(':series_id')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Read a series',
    description: 'Its rule as it was made, and all of its appointments as they are.',
    problems: ['not_found'],
  })
  get(@Param('series_id', UuidPipe) series_id: string): Promise<ReadSeriesDto> {
    return this.series.get(series_id);
  }

  @Patch(':series_id')
  @Describes({
    summary: 'Change the coming appointments of a series',
    description:
      'From one of them on, or all. `starts_at` is the new start of the first of them, or of the one that `starts_at_of` ' +
      'names: the others move by as many days and hours by the clocks. Those that are over, and those that hold no time, stay.',
    problems: [
      ...(['not_found', 'invalid_transition', 'not_begun', 'series_conflicts'] as const),
      ...(['unknown_resource', 'unknown_service'] as const),
    ],
  })
  patch(
    @Param('series_id', UuidPipe) series_id: string,
    @Query() { new_resource, ...scope }: ChangedSeriesQuery,
    @Body() patch: PatchSeriesRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ChangedSeriesDto> {
    return this.series.change(series_id, { ...scope, new_resource: new_resource === 'true' }, patch, actor);
  }

  @Delete(':series_id')
  @HttpCode(204)
  @Describes({
    summary: 'Cancel the coming appointments of a series',
    description: 'From one of them on, or all. They stay as cancelled.',
    problems: ['not_found'],
  })
  cancel(
    @Param('series_id', UuidPipe) series_id: string,
    @Query() { from, notify, reason }: EndedSeriesQuery,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    const farewell = { notify: notify !== 'false', ...(reason !== undefined && { reason }) };
    return this.series.cancel(series_id, from, actor, farewell);
  }
}
