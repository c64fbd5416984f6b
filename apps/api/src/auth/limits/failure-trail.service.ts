import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { ThrottledWarnings } from '../../platform/log/throttled-warnings';
import { networkOf } from './networks';

const FLUSH_EVERY_MS = 60_000;
/** The most entries of one flush. Further failures share one entry without an address. */
const MOST_ENTRIES = 200;

export interface Failure {
  action: 'auth.login_failed' | 'auth.key_failed';
  what: 'password' | 'totp' | 'key' | 'webhook_id';
  ip: string;
  /** The user of the account, if there is one. */
  user_id?: string;
}

interface Counted extends Omit<Failure, 'ip'> {
  network: string | null;
  count: number;
}

/**
 * Aggregates failed log-ins and wrong keys for the audit: one entry a minute and network with a count, so an attack
 * leaves a readable trace and does not fill the table.
 */
@Injectable()
export class FailureTrailService implements OnApplicationShutdown {
  private counted = new Map<string, Counted>();
  private readonly warnings = new ThrottledWarnings(FailureTrailService.name);
  private readonly timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();

  constructor(private readonly audit: AuditService) {}

  note({ ip, ...failure }: Failure): void {
    const network = networkOf(ip);
    const hasRoom = this.counted.has(keyOf({ ...failure, network })) || this.counted.size < MOST_ENTRIES;
    if (hasRoom) this.add({ ...failure, network });
    else this.add({ action: failure.action, what: failure.what, network: null });
  }

  /** Writes the counts. What fails is kept for the next flush. */
  async flush(): Promise<void> {
    const counted = this.counted;
    this.counted = new Map();
    for (const failure of counted.values())
      await this.record(failure).catch((error: unknown) => {
        this.add(failure, failure.count);
        this.warnings.warn(error, 'failed log-ins and wrong keys could not be written into the audit yet');
      });
  }

  /** After the last request, so that its failure is included. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private add(failure: Omit<Counted, 'count'>, more = 1): void {
    const key = keyOf(failure);
    const count = (this.counted.get(key)?.count ?? 0) + more;
    this.counted.set(key, { ...failure, count });
  }

  private record({ action, what, user_id, network, count }: Counted): Promise<void> {
    const object = user_id === undefined ? {} : { object: `user:${user_id}` };
    return this.audit.record({ caller: null, ip: network }, { action, ...object, details: { what, count } });
  }
}

function keyOf({ action, what, user_id, network }: Omit<Counted, 'count'>): string {
  return [action, what, user_id, network].join(' ');
}
