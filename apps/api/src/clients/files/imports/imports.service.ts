import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type ClientField,
  type ImportDto,
  type ImportRowDto,
  type ImportUndoneDto,
  type LeftClientDto,
  type PageDto,
} from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { PageInput } from '../../../database/pages/read-page';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { ClientsService } from '../../clients.service';
import type { Client } from '../../client.entity';
import type { ClientEdit } from '../../changes/client-edit';
import type { ClientChange } from '../../history/client-change.entity';
import { ClientHistoryRepository } from '../../history/client-history.repository';
import { NUMBERS } from '../../history/numbers';
import type { ClientImport } from './client-import.entity';
import { ImportsRepository, KEPT_DAYS } from './imports.repository';

const DAY_MS = 86_400_000;
/** A client that somebody changes at the same time is read again. */
const MOST_TRIES = 3;

/** Imports of clients that were made, and taking them back. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly history: ClientHistoryRepository,
    private readonly clients: ClientsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_cursor` */
  async list(page: PageInput): Promise<PageDto<ImportDto>> {
    return mapPage(await this.imports.list(page), toImportDto);
  }

  /** @throws AppError `not_found`, `invalid_cursor` */
  async listRows(id: string, page: PageInput): Promise<PageDto<ImportRowDto>> {
    found(await this.imports.find(id), 'import');
    return this.imports.listRows(id, page);
  }

  /**
   * Takes an import back: clients that it made go if nothing belongs to them, and fields that it changed become what they were
   * before, unless somebody changed them since. Interrupted, it goes on when it is asked for again.
   * @throws AppError `not_found`, `too_late`
   */
  async undo(id: string, actor: KnownActor): Promise<ImportUndoneDto> {
    const made = found(await this.imports.find(id), 'import');
    if (made.undone_at !== null)
      return { already_undone: true, deleted: 0, put_back: 0, left: [], left_total: 0 };
    const now = this.clock.now();
    if (now.getTime() - made.at.getTime() > KEPT_DAYS * DAY_MS)
      throw new AppError('too_late', `An import can be taken back for ${KEPT_DAYS} days.`);
    const left: LeftClientDto[] = [];
    const deleted = await this.imports.removeMade(made, (some) => left.push(...some));
    let put_back = 0;
    for (const changed of await this.imports.listChanged(id)) {
      const why = await this.putBack(changed, actor);
      if (why === null) put_back++;
      else left.push(why);
    }
    const details = { deleted, put_back, left: left.length };
    const event = this.audit.eventOf(actor, { action: 'clients.import_undone', details });
    await this.imports.markUndone(id, now, actor.caller.name, event);
    for (const type of ['clients.imported', 'conversation.updated'] as const)
      this.events.announce(type, null);
    return {
      already_undone: false,
      deleted,
      put_back,
      left: left.slice(0, LIMITS.import_listed),
      left_total: left.length,
    };
  }

  /** @returns why the client stays as it is; null: it has its former values again */
  private async putBack(
    { id, version }: { id: string; version: number },
    actor: KnownActor,
  ): Promise<LeftClientDto | null> {
    const change = await this.history.findChange(id, version);
    for (let left = MOST_TRIES; ; left--) {
      try {
        const client = await this.clients.getKept(id);
        if (client.id !== id) return { id: client.id, name: client.name, why: 'merged' };
        const edit = change === null ? {} : formerValues(client, change);
        if (Object.keys(edit).length === 0) return { id, name: client.name, why: 'changed' };
        await this.clients.putBack(id, edit, { versions: [client.version], only_one: false }, actor);
        return null;
      } catch (error) {
        const code = error instanceof AppError ? error.code : null;
        // Deleted since: nothing is left to put back.
        if (code === 'not_found') return null;
        if (code !== 'version_mismatch' || left === 1) throw error;
      }
    }
  }
}

/** What the fields were before a change, of those that are still as it left them. Numbers depend on each other. */
function formerValues(client: Client, { changes }: ClientChange): ClientEdit {
  const isAsLeft = (field: ClientField) =>
    changes.every((one) => one.field !== field || isDeepStrictEqual(client[field], one.after));
  const areNumbersAsLeft = NUMBERS.every(isAsLeft);
  const back = changes.filter(({ field }) => (NUMBERS.includes(field) ? areNumbersAsLeft : isAsLeft(field)));
  return Object.fromEntries(back.map(({ field, before }) => [field, before]));
}

function toImportDto({ at, by_name, undone_at, undone_by_name, ...row }: ClientImport): ImportDto {
  const { id, file_name, created, updated, skipped, failed } = row;
  return {
    ...{ id, at: at.toISOString(), by: by_name, file_name, created, updated, skipped, failed },
    ...{ undone_at: undone_at?.toISOString() ?? null, undone_by: undone_by_name },
  };
}
