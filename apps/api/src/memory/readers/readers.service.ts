import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { demandOfMemoryRole, satisfies } from '../../platform/access/access.decorators';
import {
  isConfirmedAt,
  type KeyCaller,
  type KnownActor,
  type PossibleActor,
  type UserCaller,
} from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { OF_EVERYBODY, OF_NOBODY, PROJECT_CHATS, READS_STATE, type Reader } from './reader';

/** Confirmations of which it is known that they were noted; the oldest are forgotten. */
const MOST_NOTED = 1_000;

/** Whose turns a caller reads. */
@Injectable()
export class ReadersService {
  /** The notes, by the session of an admin and the time of its confirmation. */
  private readonly noted = new Map<string, Promise<void>>();

  constructor(
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** An admin who has confirmed the session reads everybody's, which the audit notes once a confirmation. */
  async of({ caller, ip }: PossibleActor): Promise<Reader> {
    if (caller?.kind !== 'user') return caller === null ? OF_THE_TEAM : readerWithKey(caller, 'api');
    if (caller.role !== 'admin' || !isConfirmedAt(caller.confirmed_at, this.clock.now()))
      return { chats: '', owner: caller.id };
    await this.note(caller, ip);
    return { chats: '', owner: OF_EVERYBODY };
  }

  /** A model reads no chat of customers and nothing that is held, whatever else its key may: see `readerWithKey()`. */
  ofModel({ caller }: KnownActor): Reader {
    if (caller.kind !== 'key') throw new Error('A model calls with a key.');
    return readerWithKey(caller, 'mcp');
  }

  /** Reads at the same time wait for one note. One that could not be stored is made again with the next read. */
  private note(caller: UserCaller, ip: string | null): Promise<void> {
    const confirmation = `${caller.session_id} ${caller.confirmed_at?.getTime() ?? 0}`;
    const known = this.noted.get(confirmation);
    if (known !== undefined) return known;
    const note = this.audit.record({ caller, ip }, { action: 'memory.turns_opened' });
    this.noted.set(confirmation, note);
    note.catch(() => this.noted.delete(confirmation));
    const [oldest] = this.noted.keys();
    if (this.noted.size > MOST_NOTED && oldest !== undefined) this.noted.delete(oldest);
    return note;
  }
}

/** Without a key: where the webhooks demand none. */
const OF_THE_TEAM: Reader = { chats: PROJECT_CHATS, owner: '' };

/**
 * A key that opens the memory alone is that of a coding assistant, which no word of a customer may reach. Programs that read
 * the panel get no word that people say to their assistants.
 */
function readerWithKey(caller: KeyCaller, through: 'api' | 'mcp'): Reader {
  const readsPanel = through === 'api' && satisfies(caller, demandOfMemoryRole('viewer'));
  const isAssistant = caller.scopes.includes('memory');
  return {
    chats: readsPanel ? '' : PROJECT_CHATS,
    owner: isAssistant ? (caller.owner_id ?? '') : readsPanel ? OF_NOBODY : '',
    ...(satisfies(caller, READS_STATE) ? {} : { without_state: true }),
  };
}
