import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ConversationNoteDto, PageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../../database/request-keys';
import { Describes } from '../../platform/docs/describes';
import type { Answer } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AddNoteRequest, NotesRequest } from './note.request';
import { NotesService } from './notes.service';

@ApiTags('Conversations')
@Controller('api/conversations/:id/notes')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the internal notes of a conversation, the newest first',
    description: 'No agent and no customer gets them.',
    problems: ['not_found', 'invalid_cursor'],
  })
  list(
    @Param('id', UuidPipe) id: string,
    @Query() query: NotesRequest,
  ): Promise<PageDto<ConversationNoteDto>> {
    return this.notes.list(id, query);
  }

  @Post()
  @RequiresRole('operator')
  @Describes({
    summary: 'Add an internal note to a conversation',
    description:
      'Colleagues whom it names by `@` and the whole name have the conversation as unread, and are told of it as they chose.',
    once: true,
    problems: ['not_found'],
  })
  add(
    @Param('id', UuidPipe) id: string,
    @Body() { text }: AddNoteRequest,
    @MadeOnce('note') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationNoteDto>> {
    const make = () => this.notes.add(id, text, actor, request);
    return createdOnce(`/api/conversations/${id}/notes`, make, (note_id) => this.notes.get(id, note_id));
  }

  @Delete(':note_id')
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({
    summary: 'Remove an internal note',
    description:
      'Its author or an admin. The thread then has a line that says so, and the note can be put back.',
    problems: ['not_found', 'forbidden'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @Param('note_id', UuidPipe) note_id: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    return this.notes.remove(id, note_id, actor);
  }

  @Post(':note_id/put-back')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Put a removed internal note back',
    description: 'Its author or an admin. It is that of its author again.',
    problems: ['not_found', 'forbidden'],
  })
  putBack(
    @Param('id', UuidPipe) id: string,
    @Param('note_id', UuidPipe) note_id: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<ConversationNoteDto> {
    return this.notes.putBack(id, note_id, actor);
  }
}
