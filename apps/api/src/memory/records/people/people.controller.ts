import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, PersonDto } from '@groupless/shared-dto';
import { createdOnce, MadeOnce, type RequestKey } from '../../../database/request-keys';
import { TellsMasked } from '../../../platform/http/masked-count';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import type { Answer } from '../../../platform/http/answer';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import { PeopleService } from './people.service';
import { CreatePersonRequest, PatchPersonRequest, PersonListRequest } from './person.request';
import { MarksHeld } from '../../fence/quarantine/marks-held';
import { AsOfPipe } from '../../history/as-of/as-of.request';

const PATH = 'api/memory/people';

@ApiTags('Memory')
@Controller(PATH)
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Get()
  @MarksHeld('person')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'List the people', problems: ['invalid_cursor'] })
  list(@Query(AsOfPipe) query: PersonListRequest): Promise<PageDto<PersonDto>> {
    return this.people.list(query);
  }

  @Post()
  @TellsMasked()
  @RequiresMemoryRole('operator', 'memory')
  @Describes({ summary: 'Add a person', once: true })
  create(
    @Body() person: CreatePersonRequest,
    @MadeOnce('person') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<PersonDto>> {
    const make = () => this.people.create(person, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.people.get(Number(id)));
  }

  @Get(':id')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'Read a person', problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number): Promise<PersonDto> {
    return this.people.get(id);
  }

  @Patch(':id')
  @TellsMasked()
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Change a person', problems: ['not_found'] })
  patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchPersonRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<PersonDto> {
    return this.people.patch(id, patch, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Remove a person', problems: ['not_found'] })
  remove(@Param('id', RowIdPipe) id: number, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.people.remove(id, actor);
  }
}
