import { AppError } from './errors/app-error';

interface TurnLimits {
  /** Pieces of work that run at the same time. */
  at_once: number;
  /** Pieces that may wait. */
  waiting: number;
  patience_ms: number;
  /** What those are told who are refused. */
  refusal?: string;
}

/**
 * Lets work that is dear in time and memory run a few pieces at a time. The rest waits in order, but neither
 * in a line without an end nor for ever: what finds the line full, or waits too long, is refused.
 */
export class Turns {
  private running = 0;
  private readonly line: (() => void)[] = [];

  constructor(private readonly limits: TurnLimits) {}

  /** @throws AppError `too_many_requests` */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limits.at_once) await this.queue();
    else this.running++;
    try {
      return await work();
    } finally {
      // Whoever is next takes over this turn, so that nobody who comes now can slip in before.
      const next = this.line.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }

  private queue(): Promise<void> {
    const { waiting, patience_ms, refusal } = this.limits;
    if (this.line.length >= waiting) throw overloaded(refusal);
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        this.line.splice(this.line.indexOf(proceed), 1);
        reject(overloaded(refusal));
      }, patience_ms);
      this.line.push(proceed);
    });
  }
}

function overloaded(refusal = 'Too many people are logging in just now. Try again in 5 s.'): AppError {
  return new AppError('too_many_requests', refusal, {
    headers: { 'retry-after': '5' },
  });
}
