export type ActivityKind = 'request' | 'statement' | 'delivery' | 'job';

/** Attributes of a span. Never a value from a request. */
export type Attributes = Record<string, string | number>;

/** A timed operation. Activities that begin while it runs are its children. */
export interface Activity {
  run<T>(work: () => T): T;
  /** @param error its code or class is recorded, not its message */
  end(attributes?: Attributes, error?: unknown): void;
}

export interface Recorder {
  /** Whether the current code is part of a trace. */
  isTracing(): boolean;
  begin(kind: ActivityKind, name: string, attributes?: Attributes): Activity;
  /** Binds a callback to the current trace. */
  inContextOfCaller<Args extends unknown[]>(callback: (...args: Args) => unknown): (...args: Args) => unknown;
}

let current: Recorder | null = null;

/** Null: telemetry is off. */
export function currentRecorder(): Recorder | null {
  return current;
}

export function setRecorder(recorder: Recorder | null): void {
  current = recorder;
}

/** Runs a task, and records its duration if telemetry is on. */
export async function recorded<T>(
  kind: ActivityKind,
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const activity = current?.begin(kind, name, attributes);
  if (activity === undefined) return work();
  try {
    const result = await activity.run(work);
    activity.end();
    return result;
  } catch (error) {
    activity.end({}, error);
    throw error;
  }
}
