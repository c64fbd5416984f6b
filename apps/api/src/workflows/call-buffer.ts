import { LIMITS } from '@groupless/shared-dto';

/** A call of a webhook that has been answered. */
export interface AnsweredCall {
  workflow_path: string;
  called_at: Date;
  status: number;
  duration_ms: number;
  /** The code of a problem answer. */
  error_code: string | null;
}

export interface CountedHour {
  workflow_path: string;
  hour: Date;
  calls: number;
  errors: number;
}

export interface CallBatch {
  /** The last calls of each webhook, in the order in which they were answered. */
  latest: AnsweredCall[];
  hours: CountedHour[];
}

const HOUR_MS = 3_600_000;

/**
 * Calls that wait to be written. However many there are, it keeps the details of the last few a webhook and
 * one counter a webhook and hour: details are dropped, counts never.
 */
export class CallBuffer {
  private latest = new Map<string, AnsweredCall[]>();
  private hours = new Map<string, CountedHour>();

  get isEmpty(): boolean {
    return this.hours.size === 0;
  }

  add(call: AnsweredCall): void {
    const { workflow_path, called_at, status } = call;
    this.keep(call);
    const hour = new Date(Math.floor(called_at.getTime() / HOUR_MS) * HOUR_MS);
    this.count({ workflow_path, hour, calls: 1, errors: status >= 400 ? 1 : 0 });
  }

  /** Hands over all that it has. */
  take(): CallBatch {
    const batch = { latest: [...this.latest.values()].flat(), hours: [...this.hours.values()] };
    this.latest = new Map();
    this.hours = new Map();
    return batch;
  }

  /** Takes back what could not be written, except hours that began before `oldest`. */
  putBack({ latest, hours }: CallBatch, oldest: Date): void {
    const since = this.take();
    for (const call of [...latest, ...since.latest]) this.keep(call);
    for (const counted of [...hours, ...since.hours]) if (counted.hour >= oldest) this.count(counted);
  }

  private keep(call: AnsweredCall): void {
    const calls = this.latest.get(call.workflow_path);
    if (calls === undefined) {
      this.latest.set(call.workflow_path, [call]);
      return;
    }
    calls.push(call);
    if (calls.length > LIMITS.executions) calls.shift();
  }

  private count(counted: CountedHour): void {
    const key = `${counted.workflow_path} ${counted.hour.getTime()}`;
    const known = this.hours.get(key);
    if (known === undefined) {
      this.hours.set(key, { ...counted });
      return;
    }
    known.calls += counted.calls;
    known.errors += counted.errors;
  }
}
