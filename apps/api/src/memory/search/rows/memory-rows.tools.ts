import { Injectable } from '@nestjs/common';
import type { KnownActor } from '../../../platform/access/caller';
import { Tool } from '../../../shared/tools/tool';
import { ForgetRequest, ReadMemoryRequest } from './memory-row.request';
import { MemoryRowsService } from './memory-rows.service';

/** Their definitions are part of every conversation, so they are short, and they answer text. */
@Injectable()
export class MemoryRowsTools {
  constructor(private readonly rows: MemoryRowsService) {}

  @Tool({
    name: 'read_memory',
    title: 'Read a row',
    description: 'Read the whole text of a hit of search_memory.',
    scopes: ['memory'],
    input: ReadMemoryRequest,
    fields: { kind: '', id: '', page: '' },
    reads: true,
  })
  read(asked: ReadMemoryRequest, actor: KnownActor): Promise<string> {
    return this.rows.read(asked, actor);
  }

  @Tool({
    name: 'forget',
    title: 'Forget a row',
    description: 'Delete what you stored, when the user asks for it.',
    scopes: ['memory'],
    input: ForgetRequest,
    fields: { kind: '', id: '' },
    destroys: true,
  })
  forget(asked: ForgetRequest, actor: KnownActor): Promise<string> {
    return this.rows.forget(asked, actor);
  }
}
