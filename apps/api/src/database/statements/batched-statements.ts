import { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from '../../platform/errors/database-unavailable';

export interface BatchedStatementsOptions<Input, Output> {
  /**
   * Answers a batch of callers with one statement: one output for each input, in order. `undefined`: this caller has to
   * be answered alone.
   */
  runTogether: (inputs: readonly Input[]) => Promise<readonly (Output | undefined)[]>;
  runAlone: (input: Input) => Promise<Output>;
  /** Callers with the same key run one after the other, in order; those without one as they come. */
  keyOf?: (input: Input) => string | undefined;
  /** Statements that run at the same time. Callers that come meanwhile form the next batch. */
  maxRunning: number;
  /** The largest batch. More callers get another statement. */
  maxCallers?: number;
  /** A statement that takes longer, such as one that waits for a lock, no longer blocks the next batch. */
  patienceMs?: number;
}

const DEFAULT_MAX_CALLERS = 100;

/**
 * For statements that lock rows: begin with the common table expression `PATIENCE` and read from `patience`. It sets a
 * short lock timeout, so a locked row fails the batch soon, and only the caller who needs that row waits for it.
 */
export const LOCK_PATIENCE_MS = 500;
export const PATIENCE = `patience as materialized (select set_config('lock_timeout', '${LOCK_PATIENCE_MS}ms', true))`;

interface Caller<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (reason: unknown) => void;
}

/**
 * Batches statements: callers that ask in the same turn of the event loop, or while earlier statements run, share one.
 * It begins after they asked, and they are answered after its commit. If it fails, each caller is answered alone.
 */
export class BatchedStatements<Input, Output> {
  private waiting: Caller<Input, Output>[] = [];
  private readonly runningKeys = new Set<string>();
  private running = 0;
  private isScheduled = false;

  private readonly maxCallers: number;

  constructor(private readonly options: BatchedStatementsOptions<Input, Output>) {
    this.maxCallers = options.maxCallers ?? DEFAULT_MAX_CALLERS;
  }

  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      this.schedule();
    });
  }

  /** Whether no caller is waiting. */
  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || this.running >= this.options.maxRunning) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      const { callers, keys } = this.takeWaiting();
      if (callers.length > 0) void this.run(callers, keys);
      if (callers.length === this.maxCallers) this.schedule();
    });
  }

  /** Takes the next batch: the first callers, without those whose key is running or in the batch. */
  private takeWaiting() {
    const { keyOf } = this.options;
    const callers: Caller<Input, Output>[] = [];
    const keys: string[] = [];
    const others: Caller<Input, Output>[] = [];
    for (const caller of this.waiting) {
      const key = keyOf?.(caller.input);
      if (callers.length === this.maxCallers || (key !== undefined && this.runningKeys.has(key))) {
        others.push(caller);
        continue;
      }
      callers.push(caller);
      if (key !== undefined) {
        keys.push(key);
        this.runningKeys.add(key);
      }
    }
    this.waiting = others;
    return { callers, keys };
  }

  private async run(callers: readonly Caller<Input, Output>[], keys: readonly string[]): Promise<void> {
    const { patienceMs } = this.options;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      this.running--;
      for (const key of keys) this.runningKeys.delete(key);
      this.schedule();
    };
    this.running++;
    const timer = patienceMs === undefined ? undefined : setTimeout(end, patienceMs);
    const [caller] = callers;
    const answer =
      callers.length === 1 && caller !== undefined
        ? await this.runAlone(caller)
        : await this.runTogether(callers);
    clearTimeout(timer);
    end();
    answer();
  }

  private async runTogether(callers: readonly Caller<Input, Output>[]): Promise<() => void> {
    try {
      const outputs = await this.options.runTogether(callers.map(({ input }) => input));
      return () => {
        callers.forEach((caller, index) => {
          const output = outputs[index];
          if (output === undefined) void this.answerAlone(caller);
          else caller.resolve(output);
        });
      };
    } catch (error) {
      return () => {
        for (const caller of callers) {
          if (isUndone(error)) void this.answerAlone(caller);
          else caller.reject(error);
        }
      };
    }
  }

  private async runAlone({ input, resolve, reject }: Caller<Input, Output>): Promise<() => void> {
    try {
      const output = await this.options.runAlone(input);
      return () => resolve(output);
    } catch (error) {
      return () => reject(error);
    }
  }

  private async answerAlone(caller: Caller<Input, Output>): Promise<void> {
    (await this.runAlone(caller))();
  }
}

/** Errors that rolled the statement back and that a retry may avoid: serialization, deadlock, lock timeout. */
const PASSING = new Set(['40001', '40P01', '55P03']);

/** Whether the statement certainly changed nothing, so that it can be retried. */
function isUndone(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return PASSING.has(error.code ?? '') || !isDatabaseUnavailable(error);
}

/** The rows of a batch in the order of its callers. `place` is the caller's ordinal, from 1. */
export function inOrderOfCallers<Row extends { place: number }>(
  callers: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const ordered = new Array<Row | undefined>(callers.length);
  for (const row of rows) ordered[row.place - 1] = row;
  return ordered;
}
