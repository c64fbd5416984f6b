import { Injectable } from '@nestjs/common';
import type { ForgetDto, ReadMemoryDto, SearchKind } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { KnownActor } from '../../../platform/access/caller';
import { demandOneOf } from '../../../platform/access/demand';
import { writeSource } from '../../../platform/access/write-source';
import { AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { READS_STATE } from '../../readers/reader';
import { OwnRowsService } from '../../readers/own-rows.service';
import { ReadersService } from '../../readers/readers.service';
import { RowEventsService } from '../../readers/row-events.service';
import { titleOf } from '../hits/excerpt';
import { SearchIndexService } from '../index/search-index.service';
import { VERSIONED } from '../../history/versioned-kinds';
import { MemoryRowsRepository, type FoundText } from './memory-rows.repository';

/** Reads and forgets single rows of the memory, for assistants. */
@Injectable()
export class MemoryRowsService {
  constructor(
    private readonly rows: MemoryRowsRepository,
    private readonly index: SearchIndexService,
    private readonly readers: ReadersService,
    private readonly own: OwnRowsService,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
  ) {}

  /**
   * The whole text of a row, in pages, below a line that says what it is. What the quarantine holds is not there for an assistant.
   * @throws AppError `not_found`, `forbidden`
   */
  async read({ kind, id, page = 1 }: ReadMemoryDto, actor: KnownActor): Promise<string> {
    if (kind === 'state') demandOneOf([actor.caller], READS_STATE);
    const row = found(await this.find(kind, id, page, actor), 'row of the memory');
    const title = row.title === null ? '' : ` ${JSON.stringify(titleOf(row.title))}`;
    return `${kind} ${id}${title}, ${row.at}, page ${page} of ${row.pages}:\n${row.text}`;
  }

  /**
   * Deletes a row that was written by the user for whom the key is, with whatever key, or by this key. A version of it remains, by
   * which the panel brings it back.
   * @throws AppError `not_found`, `forbidden`
   */
  async forget({ kind, id }: ForgetDto, actor: KnownActor): Promise<string> {
    const row = await this.find(kind, id, 1, actor);
    const source = writeSource(actor.caller, 'mcp');
    if (!(await this.rows.deleteOwn(kind, id, await this.own.ownWritersOf(actor), source))) {
      // What is not for this assistant is answered like what is not there.
      found(row, 'row of the memory');
      throw new AppError(
        'forbidden',
        'Somebody else wrote what stands there: only its own rows an assistant forgets.',
      );
    }
    await this.audit.record(actor, { action: `${kind}.deleted`, object: `${kind}:${id}` });
    this.events.announce(VERSIONED[kind].event, kind === 'state' ? null : id);
    const name = row?.title ? ` ${JSON.stringify(titleOf(row.title))}` : '';
    return `Forgotten: ${kind} ${id}${name}. A person can bring it back in the panel, under Memory, History.`;
  }

  private async find(
    kind: SearchKind,
    id: number,
    page: number,
    actor: KnownActor,
  ): Promise<FoundText | null> {
    // What was written a moment ago is judged here.
    await this.index.catchUp();
    return this.rows.findText(kind, id, page, this.readers.ofModel(actor));
  }
}
