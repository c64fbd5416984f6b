import { Injectable } from '@nestjs/common';
import { ANY_RESOURCE, foldName, isSameName } from '@groupless/shared-dto';
import { AuditService, type AuditEntry } from '../../audit/audit.service';
import type { Transaction } from '../../database/transaction';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { invalidRequest } from '../../platform/errors/app-error';
import { oneLine } from '../../shared/one-line';
import type { CurrentSettings } from '../chat-agent-settings.mapper';
import { ChatAgentSettingsRepository, type SettingsStep } from '../chat-agent-settings.repository';
import { ChatAgentSettingsService } from '../chat-agent-settings.service';
import { blank, reserved } from '../settings-faults';

interface Named {
  id: string;
  name: string;
}

interface RowStep<Row extends Named> {
  /** What happened to it, such as `created`. */
  what: string;
  write: (
    transaction: Transaction,
    terms: { before: CurrentSettings; at: Date },
  ) => Promise<{
    row: Row;
    fields?: Awaited<ReturnType<SettingsStep['write']>>;
    details?: AuditEntry['details'];
  }>;
  /** Runs after the settings show the change. */
  follow?: (transaction: Transaction, row: Row, at: Date) => Promise<void>;
}

/** Changes of single rows of what can be booked. Each is a change of the settings too, which show them. */
@Injectable()
export class BookableChanges {
  constructor(
    private readonly stored: ChatAgentSettingsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async change<Row extends Named>(
    kind: 'resource' | 'service',
    actor: KnownActor,
    { what, write, follow }: RowStep<Row>,
  ): Promise<Row> {
    const at = this.clock.now();
    let changed: Row | undefined;
    let told: AuditEntry['details'];
    const rowOf = () => {
      if (changed === undefined) throw new Error('The step wrote no row.');
      return changed;
    };
    await this.stored.change(
      {
        updated_at: at,
        write: async (transaction, before) => {
          const { row, fields, details } = await write(transaction, { before, at });
          [changed, told] = [row, details];
          return fields ?? {};
        },
        follow: async (transaction) => follow?.(transaction, rowOf(), at),
        eventOf: () => {
          const { id, name } = rowOf();
          return this.audit.eventOf(actor, {
            action: `${kind}.${what}`,
            object: `${kind}:${id}`,
            object_name: name,
            ...(told !== undefined && { details: told }),
          });
        },
      },
      null,
    );
    this.settings.expire();
    this.events.announce('settings.updated', null);
    this.events.announce(`${kind}.updated`, rowOf().id);
    return rowOf();
  }
}

/** @throws AppError `invalid_request` for a name that is blank, or means whoever is free */
export function bookableName(given: string, field: string): string {
  const name = oneLine(given);
  if (foldName(name) === '') throw invalidRequest([blank(field)]);
  if (isSameName(name, ANY_RESOURCE)) throw invalidRequest([reserved(field)]);
  return name;
}

/** @throws AppError `invalid_request` where there is no room for one more */
export function demandRoom(present: readonly unknown[], most: number): void {
  if (present.length < most) return;
  const message = `There are ${most} already, which is the most. Archive one first.`;
  throw invalidRequest([{ field: 'name', code: 'too_long', message }]);
}

/** @throws AppError `invalid_request` for a time: a row is archived by DELETE */
export function demandNoTime(archived_at: string | null | undefined): void {
  if (archived_at === undefined || archived_at === null) return;
  const message = 'archived_at can only be null, which brings it back. DELETE archives.';
  throw invalidRequest([{ field: 'archived_at', code: 'not_allowed', message }]);
}
