import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import {
  LIMITS,
  type ClientFilePreviewDto,
  type ClientImportDto,
  type FailedRowDto,
  type PreviewedClientDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { RequestedBefore, requestKeyOf, type RequestKey } from '../../database/request-keys';
import { EventsService } from '../../events/events.service';
import type { Actor, KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { newId } from '../../shared/new-id';
import { ConcurrencyLimit } from '../../shared/concurrency-limit';
import type { ClientFile } from './client-file';
import { ClientFileReader, type ReadHow } from './client-file-reader';
import type { ClientImport } from './imports/client-import.entity';
import type { ImportRow } from './import-row';
import { ClientImportRepository, type ImportOutcome, type ImportTerms } from './client-import.repository';

export type ImportHow = Pick<
  ImportTerms,
  'dry_run' | 'known' | 'changes' | 'add_phones' | 'shared_contacts'
> &
  ReadHow & { file_name: string | undefined };

/** Imports clients from a file. */
@Injectable()
export class ClientImportService {
  /** Files are received in parallel, but imported one at a time. Waiting ones hold no connection. */
  private readonly imports = new ConcurrencyLimit({
    at_once: 1,
    waiting: 20,
    patience_ms: 240_000,
    refusal: 'Other imports take very long just now.',
  });

  constructor(
    private readonly files: ClientFileReader,
    private readonly clients: ClientImportRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports the usable rows in one transaction, or none if the file or the connection breaks.
   * @param key the `Idempotency-Key`: the same file again is answered as the first time
   * @throws AppError `invalid_csv`, `body_too_large`, `request_timeout`, `overloaded`, `idempotency_key_reused`
   */
  async importFile(
    body: IncomingMessage,
    how: ImportHow,
    actor: KnownActor,
    key: string | null = null,
  ): Promise<ClientImportDto> {
    const file = await this.files.receive(body, how);
    try {
      const asked = { ...how, file: file.digest() };
      const request = how.dry_run ? null : requestKeyOf('import', actor.caller, key, asked);
      const report = await this.imports.run(() => this.importRows(file, how, actor, request));
      // Conversations show the numbers and names of clients.
      const told = how.dry_run ? [] : (['clients.imported', 'conversation.updated'] as const);
      for (const type of told) this.events.announce(type, null);
      return report;
    } catch (error) {
      if (error instanceof RequestedBefore) return await this.clients.reportOf(error.object_id);
      throw error;
    } finally {
      await file.close();
    }
  }

  /**
   * What becomes of the first rows of a file, by themselves: nobody is looked for, and nothing is stored.
   * @throws AppError `invalid_csv`, `body_too_large`, `request_timeout`
   */
  async previewFile(body: IncomingMessage, how: ReadHow): Promise<ClientFilePreviewDto> {
    const file = await this.files.receive(body, how);
    const preview: ClientFilePreviewDto = { rows: [], failed: [] };
    const left = () => LIMITS.import_previewed - preview.rows.length - preview.failed.length;
    try {
      const failed = (row: FailedRowDto) => (left() > 0 ? preview.failed.push(row) : 0);
      for await (const row of file.readRows(this.clock.now(), failed)) {
        if (left() > 0) preview.rows.push(previewOf(row));
        if (left() === 0) break;
      }
      return preview;
    } finally {
      await file.close();
    }
  }

  private async importRows(
    file: ClientFile,
    how: ImportHow,
    actor: KnownActor,
    request: RequestKey | null,
  ): Promise<ClientImportDto> {
    const now = this.clock.now();
    const failed: FailedRowDto[] = [];
    const rows = file.readRows(now, (row) => failed.push(row));
    const eventOf = ({ created, updated, skipped, unlike }: ImportOutcome) =>
      this.audit.eventOf(actor, {
        action: 'clients.imported',
        details: { created, updated, skipped, failed: failed.length + unlike.length },
      });
    const by = byOf(actor);
    const import_id = how.dry_run ? null : newId(now);
    const importOf = ({ created, updated, skipped, unlike }: ImportOutcome): ClientImport => ({
      ...{ id: import_id ?? newId(now), at: now, by_id: by.user_id, by_name: actor.caller.name },
      file_name: how.file_name ?? null,
      ...{ created, updated, skipped, failed: failed.length + unlike.length },
      ...{ undone_at: null, undone_by_name: null },
    });
    const terms = { ...how, import_id, request, now, by, failed, eventOf, importOf };
    const { unlike, ...report } = await this.clients.importRows(rows, terms);
    const ofOthers = unlike.map((row) => ({ row, field: 'name', code: 'not_allowed' }));
    return { import_id, ...report, failed: [...failed, ...ofOthers].sort((a, b) => a.row - b.row) };
  }
}

/** A client of this row alone. */
function previewOf(row: ImportRow): PreviewedClientDto {
  const { name, phone, extension, other_phones, phone_as_given, email, shared_phone, shared_email } = row;
  const { language, company, status, source, tags, last_activity_at, created_at, updated_at } = row;
  const isAdded = row.added_notes !== null && !row.notes.includes(row.added_notes);
  return {
    row: row.line,
    ...{ name, phone, extension, other_phones, phone_as_given, email, shared_phone, shared_email },
    ...{ language, company, status, source, tags, last_activity_at, created_at, updated_at },
    notes: isAdded ? [row.notes, row.added_notes].filter(Boolean).join('\n') : row.notes,
  };
}

function byOf({ caller }: Actor): ImportTerms['by'] {
  return {
    user_id: caller?.kind === 'user' ? caller.id : null,
    key_name: caller?.kind === 'key' ? caller.name : null,
  };
}
