import { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from '../../shared/errors/database-unavailable';

export interface JoinedStatementsOptions<Input, Output> {
  /**
   * Answers several callers by one statement: one output for each input, in their order.
   * `undefined` means that this caller has to be answered alone.
   */
  runTogether: (inputs: readonly Input[]) => Promise<readonly (Output | undefined)[]>;
  runAlone: (input: Input) => Promise<Output>;
  /** Callers with the same key run one after the other, in the order in which they came. */
  keyOf?: (input: Input) => string;
  /** How many statements run at the same time. Callers who come meanwhile wait, and share the next one. */
  maxRunning: number;
  /** How many callers share one statement at most; the next ones get a statement beside it. */
  maxCallers?: number;
  /** A statement that takes longer no longer keeps others waiting. For statements that may wait for a lock. */
  patienceMs?: number;
}

const DEFAULT_MAX_CALLERS = 100;

/**
 * For statements that wait for locks: begin with the common table expression `PATIENCE` and read from `patience`. A row
 * that somebody holds then fails the shared statement soon, and only the caller who needs that row waits for it.
 */
export const LOCK_PATIENCE_MS = 500;
export const PATIENCE = `patience as materialized (select set_config('lock_timeout', '${LOCK_PATIENCE_MS}ms', true))`;

interface Caller<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (reason: unknown) => void;
}

/**
 * Callers who ask in the same turn of the event loop, or while earlier statements run, share one statement. It begins
 * after they asked, and they are answered after its commit. Where the statement fails, each caller is answered alone.
 */
export class JoinedStatements<Input, Output> {
  private waiting: Caller<Input, Output>[] = [];
  private readonly runningKeys = new Set<string>();
  private running = 0;
  private isScheduled = false;

  private readonly maxCallers: number;

  constructor(private readonly options: JoinedStatementsOptions<Input, Output>) {
    this.maxCallers = options.maxCallers ?? DEFAULT_MAX_CALLERS;
  }

  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      this.schedule();
    });
  }

  /** Whether nobody waits for an answer. */
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

  /** Takes the callers of the next statement: the first ones, without those whose key runs or is taken already. */
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

/** Errors after which a database that is at hand has undone the statement, though it may succeed another time. */
const PASSING = new Set(['40001', '40P01', '55P03']);

/** Whether an error says for certain that the statement changed nothing, so that it can be done again. */
function isUndone(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return PASSING.has(error.code ?? '') || !isDatabaseUnavailable(error);
}

/** The rows of a shared statement in the order of the callers. `place` is the ordinal of a caller, from 1. */
export function inOrderOfCallers<Row extends { place: number }>(
  callers: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const ordered = new Array<Row | undefined>(callers.length);
  for (const row of rows) ordered[row.place - 1] = row;
  return ordered;
}
