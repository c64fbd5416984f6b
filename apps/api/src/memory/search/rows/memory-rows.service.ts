import { Injectable } from '@nestjs/common';
import type { ForgetDto, ReadMemoryDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { writeSource } from '../../../platform/access/write-source';
import { AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { OwnRowsService } from '../../readers/own-rows.service';
import { ReadersService } from '../../readers/readers.service';
import { titleOf } from '../hits/excerpt';
import { SearchIndexService } from '../index/search-index.service';
import { namedRow } from '../../history/named-row';
import { VERSIONED } from '../../history/versioned-kinds';
import { MemoryRowsRepository } from './memory-rows.repository';

/** Reads and forgets single rows of the memory, for assistants. */
@Injectable()
export class MemoryRowsService {
  constructor(
    private readonly rows: MemoryRowsRepository,
    private readonly index: SearchIndexService,
    private readonly readers: ReadersService,
    private readonly own: OwnRowsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * The whole text of a row, in pages, below a line that says what it is. What the quarantine holds is not there for an assistant.
   * @throws AppError `not_found`
   */
  async read({ kind, id, page = 1 }: ReadMemoryDto, actor: KnownActor): Promise<string> {
    // What was written a moment ago is judged here.
    await this.index.catchUp();
    const reader = await this.readers.of(actor);
    const row = found(await this.rows.findText(kind, id, page, reader), 'row of the memory');
    const title = row.title === null ? '' : ` ${JSON.stringify(titleOf(row.title))}`;
    return `${kind} ${id}${title}, ${row.at}, page ${page} of ${row.pages}:\n${row.text}`;
  }

  /**
   * Deletes a row that was written by the user for whom the key is, with whatever key, or by this key. A version of it remains, by
   * which the panel brings it back.
   * @throws AppError `not_found`, `forbidden`
   */
  async forget({ kind, id }: ForgetDto, actor: KnownActor): Promise<string> {
    const row = found(await this.rows.findRow(kind, id), 'row of the memory');
    const source = writeSource(actor.caller, 'mcp');
    if (!(await this.rows.deleteOwn(kind, id, await this.own.ownWritersOf(actor), source)))
      throw new AppError(
        'forbidden',
        'Somebody else wrote what stands there: only its own rows an assistant forgets.',
      );
    await this.audit.record(actor, { action: `${kind}.deleted`, object: `${kind}:${id}` });
    this.events.announce(VERSIONED[kind].event, kind === 'state' ? null : id);
    const { title } = namedRow(kind, row);
    return `Forgotten: ${kind} ${id} ${JSON.stringify(title)}. A person can bring it back in the panel, under Memory, History.`;
  }
}
