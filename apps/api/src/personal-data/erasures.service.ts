import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { mkdirSync } from 'node:fs';
import type { EraseClientDto, ErasureDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { noteErased } from '../backup/erased-clients';
import type { ClientErasure } from '../clients/client-erasure.entity';
import { ClientsService } from '../clients/clients.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { CHAT_BEGINS } from '../conversations/public';
import { EventsService } from '../events/events.service';
import { JobsService } from '../jobs/jobs.service';
import { ChatErasingService } from '../memory/chats/erasing/chat-erasing.service';
import type { UserActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { invalidRequest } from '../platform/errors/app-error';
import { describeError } from '../platform/log/describe-error';
import { found } from '../platform/errors/found';
import { On } from '../shared/bus/topic';
import { Job } from '../shared/jobs/job';
import type { Transaction } from '../database/transaction';
import { oneLine } from '../shared/one-line';
import { ErasuresRepository } from './erasures.repository';
import type { Person } from './person';

export const ERASE_JOB = 'erase-clients';

/**
 * Erases clients. The panel's rows go with the request, in one transaction, so that nothing shows half a person; it notes the
 * chats, whose messages go one chat after the other. Each step can be repeated, and the job goes on with what a killed process left.
 */
@Injectable()
export class ErasuresService implements OnModuleInit {
  private readonly log = new Logger(ErasuresService.name);

  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly clients: ClientsService,
    private readonly messages: ChatErasingService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws AppError `not_found` */
  async get(client_id: string): Promise<ErasureDto> {
    return toErasureDto(found(await this.erasures.find(client_id), 'erasure of this client'));
  }

  /** @throws AppError `not_found`, `erased`, `invalid_request` if the name is not the client's */
  async request(client_id: string, { name }: EraseClientDto, actor: UserActor): Promise<ErasureDto> {
    const begun = await this.erasures.find(client_id);
    if (begun?.finished_at === null && begun.rows_erased_at !== null) return toErasureDto(begun);
    const standing =
      (await this.erasures.findName(client_id)) ?? (await this.clients.get(client_id)).row.name;
    if (oneLine(name) !== standing) {
      const message = 'name must be the name of the client, letter by letter.';
      throw invalidRequest([{ field: 'name', code: 'incorrect', message }]);
    }
    const event = this.audit.eventOf(actor, { action: 'client.erased', object: `client:${client_id}` });
    const { id: requested_by, name: requested_by_name } = actor.caller;
    const erasure = { client_id, requested_at: event.at, requested_by, requested_by_name };
    const begin = (transaction: Transaction) => this.jobs.add(transaction, ERASE_JOB, {});
    const person = await this.erasures.request(erasure, event, begin);
    // It was merged or deleted meanwhile, or is erased by another request.
    if (person === null && (await this.erasures.find(client_id)) === null) await this.clients.get(client_id);
    if (person !== null) this.announce(client_id, person);
    await this.jobs.wake(ERASE_JOB);
    return this.get(client_id);
  }

  private announce(client_id: string, { appointments }: Person): void {
    this.events.announce('client.deleted', client_id);
    this.events.announce('conversation.updated', null);
    if (appointments.length > 0) this.events.announce('appointment.updated', null);
  }

  /** One that fails does not keep the others waiting. */
  @Job({
    name: ERASE_JOB,
    every: '* * * * *',
    at_start: true,
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
  })
  async run(_: object, stopping: AbortSignal): Promise<void> {
    const failures = await this.eraseRestoredRows();
    const erased: string[] = [];
    for (const { client_id, rows_erased_at, chats } of await this.erasures.listWaiting()) {
      if (rows_erased_at === null) continue;
      try {
        for (const chat_id of chats) {
          if (stopping.aborted) break;
          await this.eraseChat({ chat_id });
        }
        if (!stopping.aborted) erased.push(client_id);
      } catch (error) {
        failures.push(error);
      }
    }
    if (erased.length > 0) await this.noteForBackups();
    for (const client_id of erased) await this.erasures.update({ client_id, finished_at: this.clock.now() });
    if (failures.length > 0) throw failures[0];
  }

  private async noteForBackups(): Promise<void> {
    const { backup_dir: folder, backup_key: key } = this.settings;
    if (folder === null || key === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await noteErased(folder, key, await this.erasures.listIds());
  }

  /** Before anything is served or mailed: after a restore of a backup from before. What fails here, the job does. */
  async onModuleInit(): Promise<void> {
    const failures = await this.eraseRestoredRows().catch((error: unknown) => [error]);
    for (const error of failures)
      this.log.warn({ err: describeError(error) }, 'clients whom a restore brought back are not erased yet');
  }

  /** @returns what failed */
  private async eraseRestoredRows(): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const { client_id, rows_erased_at } of await this.erasures.listWaiting())
      if (rows_erased_at === null)
        await this.erasures
          .eraseRows(client_id, this.clock.now())
          .then((person) => this.announce(client_id, person))
          .catch((error: unknown) => failures.push(error));
    return failures;
  }

  /** The job, or a ping that comes before it: what is written afterwards is not the erased client's any more. */
  @On(CHAT_BEGINS)
  async eraseChat({ chat_id }: { chat_id: string }): Promise<void> {
    await this.erasures.eraseWaitingChat(chat_id, async () => (await this.messages.erase({ chat_id })).count);
  }
}

function toErasureDto(erasure: ClientErasure): ErasureDto {
  const { client_id, requested_at, requested_by_name, rows_erased_at, finished_at, erased } = erasure;
  return {
    client_id,
    job: ERASE_JOB,
    step: finished_at !== null ? 'done' : rows_erased_at !== null ? 'messages' : 'waiting',
    requested_at: requested_at.toISOString(),
    requested_by: requested_by_name,
    finished_at: finished_at?.toISOString() ?? null,
    erased: Object.entries(erased)
      .map(([table, rows]) => ({ table, rows }))
      .sort((a, b) => (a.table < b.table ? -1 : 1)),
  };
}
