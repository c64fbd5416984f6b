import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FreedTimeDto, PageDto, WaitingEntryDto } from '@groupless/shared-dto';
import { createdOnce, MadeOnce, type RequestKey } from '../database/request-keys';
import { RequiresRole } from '../platform/access/access.decorators';
import type { KnownActor } from '../platform/access/caller';
import { CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import type { Answer } from '../platform/http/answer';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { FreedTimesService } from './offers/freed-times.service';
import { OffersService } from './offers/offers.service';
import {
  BookForWaitingRequest,
  CreateWaitingEntryRequest,
  WaitingListRequest,
} from './requests/waiting-entry.requests';
import { WaitingListService } from './waiting-list.service';

@ApiTags('Appointments')
@Controller('api/waiting-list')
export class WaitingListController {
  constructor(
    private readonly entries: WaitingListService,
    private readonly freed: FreedTimesService,
    private readonly offers: OffersService,
  ) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List who waits for a time, in the order of entry',
    problems: ['invalid_cursor'],
  })
  list(@Query() query: WaitingListRequest): Promise<PageDto<WaitingEntryDto>> {
    return this.entries.list(query);
  }

  @Get('freed-times')
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the times that got free and that somebody waits for',
    description:
      'By time, at most 50, each with those whom it suits, in the order of entry. What is offered to somebody is not free.',
  })
  listFreed(): Promise<FreedTimeDto[]> {
    return this.freed.list();
  }

  @Post()
  @RequiresRole('operator')
  @Describes({
    summary: 'Enter a client who waits for a time',
    description: 'Who waits for the same already is answered with that entry, by 200.',
    once: true,
    problems: ['invalid_phone', 'unknown_service', 'unknown_resource', 'not_offered'],
  })
  join(
    @Body() entry: CreateWaitingEntryRequest,
    @MadeOnce('waiting') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<WaitingEntryDto>> {
    return createdOnce(
      '/api/waiting-list',
      () => this.entries.enter(entry, actor, request),
      (id) => this.entries.get(id),
    );
  }

  @Get(':id')
  @RequiresRole('viewer')
  @Describes({ summary: 'Read an entry of the waiting list', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string): Promise<WaitingEntryDto> {
    return this.entries.get(id);
  }

  @Post(':id/book')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Book for somebody who waits',
    description:
      'What is held for them, or a time that suits (`freed-times`). The entry is answered, with the appointment; sent again, too.',
    problems: ['not_found', 'invalid_transition', 'slot_taken', 'not_offered'],
  })
  book(
    @Param('id', UuidPipe) id: string,
    @Body() time: BookForWaitingRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<WaitingEntryDto> {
    return this.offers.book(id, time, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({
    summary: 'Take an entry from the waiting list',
    description: 'It stays as `removed`. What was held for it is free for others.',
    problems: ['not_found'],
  })
  remove(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.entries.remove(id, actor);
  }
}
