import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ImportRowDto, LeftClientDto, PageDto } from '@groupless/shared-dto';
import { IsNull, LessThan, Not, Repository } from 'typeorm';
import { AuditEvent } from '../../../audit/audit-event.entity';
import { PanelStatements } from '../../../database/database.module';
import type { SortKey } from '../../../database/pages/page-statements';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { readPageOf, type PageInput } from '../../../database/pages/read-page';
import { PART as REMOVED_PART, removeInParts } from '../../../database/statements/remove-in-parts';
import { Retention } from '../../../shared/retention';
import { ClientImport } from './client-import.entity';
import {
  LIST_CHANGED,
  LIST_MADE,
  LIST_REFERENCES,
  listLeft,
  LOCK,
  REMOVE,
  type Reference,
} from './undo-statements';

/** So long what became of the rows is known, and an import can be taken back. */
export const KEPT_DAYS = 30;

/** Names are those of today: of who is gone there is none. */
const ROW = `(select row_to_json(shown)::text from (select row, outcome, client_id, client.name, field, code,
  case when with_id is null and with_row is null then null
    else json_build_object('id', with_id, 'row', with_row, 'name', other.name) end as "with") as shown)`;

const REMOVE_PART = `
  with old as (
    delete from client_import_rows where ctid = any(array(
      select client_import_rows.ctid from client_import_rows join client_imports on client_imports.id = import_id
      where at < $1 limit ${REMOVED_PART}))
    returning 1
  ) select count(*)::int as removed from old`;

/** Imports of clients, and how they are taken back. */
@Injectable()
export class ImportsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectRepository(ClientImport) private readonly imports: Repository<ClientImport>,
  ) {}

  find(id: string): Promise<ClientImport | null> {
    return this.imports.findOneBy({ id });
  }

  /** The newest first. @throws AppError `invalid_cursor` */
  list(page: PageInput): Promise<PageDto<ClientImport>> {
    const query = this.imports.createQueryBuilder('import');
    return readEntityPage(query, [{ sql: 'import.id', kind: 'uuid', descending: true }], page);
  }

  /** In the order of the file. @throws AppError `invalid_cursor` */
  listRows(import_id: string, page: PageInput): Promise<PageDto<ImportRowDto>> {
    const list = {
      name: 'rows of an import',
      row: ROW,
      from: `client_import_rows as kept left join clients as client on client.id = kept.client_id
        left join clients as other on other.id = kept.with_id`,
      where: ['kept.import_id = $1::uuid'],
      values: [import_id],
      sort: [{ sql: 'kept.id', kind: 'integer', descending: false }] satisfies SortKey[],
    };
    return readPageOf(this.statements, list, page);
  }

  /**
   * Deletes the clients that an import made, some at a time, unless something belongs to them by now.
   * @param onLeft is told of those that stay
   * @returns how many are gone
   */
  async removeMade(
    { id, at }: ClientImport,
    onLeft: (left: readonly LeftClientDto[]) => void,
  ): Promise<number> {
    const references = await this.imports.query<Reference[]>(LIST_REFERENCES);
    let deleted = 0;
    for (let after = 0; ;) {
      const made = await this.imports.query<{ row_id: number; client_id: string }[]>(LIST_MADE, [id, after]);
      if (made.length === 0) return deleted;
      after = made.at(-1)?.row_id ?? after;
      const ids = made.map(({ client_id }) => client_id);
      deleted += await this.imports.manager.transaction(async (transaction) => {
        await transaction.query(LOCK, [ids]);
        const left = await transaction.query<LeftClientDto[]>(listLeft(references), [ids, id, at]);
        onLeft(left);
        const [removed] = await transaction.query<[{ deleted: number }]>(REMOVE, [
          ids,
          left.map((one) => one.id),
        ]);
        return removed.deleted;
      });
    }
  }

  /** The clients that an import changed, with their versions afterwards. */
  listChanged(import_id: string): Promise<{ id: string; version: number }[]> {
    return this.imports.query(LIST_CHANGED, [import_id]);
  }

  markUndone(id: string, undone_at: Date, undone_by_name: string, event: AuditEvent): Promise<void> {
    return this.imports.manager.transaction(async (transaction) => {
      const where = { id, undone_at: IsNull() };
      const { affected } = await transaction.update(ClientImport, where, { undone_at, undone_by_name });
      if (affected === 1) await transaction.insert(AuditEvent, event);
    });
  }

  @Retention({ what: 'rows of imports', days: KEPT_DAYS })
  removeBefore(before: Date): Promise<number> {
    return removeInParts(async () => {
      const [{ removed }] = await this.imports.query<[{ removed: number }]>(REMOVE_PART, [before]);
      return removed;
    });
  }

  @Retention({ what: 'names of files of clients', days: KEPT_DAYS })
  async forgetNames(before: Date): Promise<number> {
    const where = { at: LessThan(before), file_name: Not(IsNull()) };
    return (await this.imports.update(where, { file_name: null })).affected ?? 0;
  }
}
