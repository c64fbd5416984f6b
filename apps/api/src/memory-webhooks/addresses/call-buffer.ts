import { LIMITS } from '@groupless/shared-dto';

/** An answered call of a memory webhook. */
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
  /** The last calls of each webhook, in order of their answers. */
  latest: AnsweredCall[];
  hours: CountedHour[];
}

const HOUR_MS = 3_600_000;

/**
 * A bounded buffer of calls to write. It keeps the details of the last calls of each webhook, and a counter for each
 * webhook and hour: details may be dropped, counts never.
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

  /** Empties the buffer. */
  take(): CallBatch {
    const batch = { latest: [...this.latest.values()].flat(), hours: [...this.hours.values()] };
    this.latest = new Map();
    this.hours = new Map();
    return batch;
  }

  /** Puts a failed batch back, except hours before `oldest`. */
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
