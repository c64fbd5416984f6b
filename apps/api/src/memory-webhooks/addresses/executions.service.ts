import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ExecutionDto } from '@groupless/shared-dto';
import { Clock } from '../../platform/clock';
import { recorded } from '../../platform/telemetry/recorder';
import { CallBuffer, type AnsweredCall } from './call-buffer';
import { toExecutionDto } from './execution.mapper';
import { ExecutionsRepository, type CallCounts } from './executions.repository';

/** The pause between two batches. */
export const WRITE_INTERVAL_MS = 5_000;
/** The debounce time of a first call. */
const DEBOUNCE_MS = 250;
const DAY_MS = 86_400_000;
/** Counts that could not be written for so long are dropped. */
const MAX_DAYS_UNWRITTEN = 7;

/**
 * The log of calls to the memory webhooks. Calls are buffered and written in batches, so a call costs no write. A
 * failed batch is retried.
 */
@Injectable()
export class ExecutionsService implements OnApplicationShutdown {
  private readonly log = new Logger(ExecutionsService.name);
  private readonly buffer = new CallBuffer();
  /** Totals since the process started, by the webhook's path. */
  private readonly counted = new Map<string, { calls: number; errors: number }>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;
  private writtenAt = -Infinity;
  /** Whether the last write failed, so that an outage is logged once. */
  private hasFailed = false;

  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly clock: Clock,
  ) {}

  /** Buffers a call, which is written within seconds. */
  note(call: AnsweredCall): void {
    this.buffer.add(call);
    this.schedule();
    const { calls, errors } = this.counted.get(call.workflow_path) ?? { calls: 0, errors: 0 };
    const isError = call.status >= 400;
    this.counted.set(call.workflow_path, { calls: calls + 1, errors: errors + Number(isError) });
  }

  /** The calls that this process has answered, by webhook. */
  totals(): { workflow: string; calls: number; errors: number }[] {
    return [...this.counted].map(([workflow, counts]) => ({ workflow, ...counts }));
  }

  /** The last written calls, newest first. */
  async list(workflow_path: string): Promise<ExecutionDto[]> {
    return (await this.executions.listExecutions(workflow_path)).map(toExecutionDto);
  }

  /** The written calls of each webhook in this hour and the 23 before. */
  countCalls(): Promise<CallCounts[]> {
    return this.executions.countCalls(this.daysAgo(1));
  }

  /** Writes the buffer now. Never rejects. */
  flush(): Promise<void> {
    return (this.writing ??= this.write().finally(() => (this.writing = null)));
  }

  /** Runs after the last answer and before the database connections close. */
  async onApplicationShutdown(): Promise<void> {
    await this.writing;
    await this.flush();
    this.unschedule();
  }

  private async write(): Promise<void> {
    if (!this.buffer.isEmpty) await this.writeAll();
    this.unschedule();
    if (!this.buffer.isEmpty) this.schedule();
  }

  private async writeAll(): Promise<void> {
    this.writtenAt = performance.now();
    const batch = this.buffer.take();
    try {
      await recorded('job', 'executions of workflows', () => this.executions.addCalls(batch));
      this.hasFailed = false;
    } catch (error) {
      this.buffer.putBack(batch, this.daysAgo(MAX_DAYS_UNWRITTEN));
      if (!this.hasFailed) this.log.error('calls of webhooks could not be written yet', error);
      this.hasFailed = true;
    }
  }

  private schedule(): void {
    if (this.timer !== null) return;
    const waitMs = Math.max(DEBOUNCE_MS, this.writtenAt + WRITE_INTERVAL_MS - performance.now());
    this.timer = setTimeout(() => void this.flush(), waitMs).unref();
  }

  private unschedule(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private daysAgo(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY_MS);
  }
}
