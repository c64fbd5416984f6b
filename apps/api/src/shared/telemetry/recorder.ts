export type ActivityKind = 'request' | 'statement' | 'delivery' | 'job';

/** Attributes of a span: never a value from a request. */
export type Attributes = Record<string, string | number>;

/** A timed piece of work. Activities that begin while it runs are its children. */
export interface Activity {
  run<T>(work: () => T): T;
  /** @param error its code or class is recorded, not its message */
  end(attributes?: Attributes, error?: unknown): void;
}

export interface Recorder {
  /** Whether the code that runs now is part of a trace. */
  isTracing(): boolean;
  begin(kind: ActivityKind, name: string, attributes?: Attributes): Activity;
  /** A callback that runs as part of the trace in which this is called, not of that in which somebody calls it. */
  inContextOfCaller<Args extends unknown[]>(callback: (...args: Args) => unknown): (...args: Args) => unknown;
}

let current: Recorder | null = null;

/** Null: nothing is recorded. */
export function currentRecorder(): Recorder | null {
  return current;
}

export function setRecorder(recorder: Recorder | null): void {
  current = recorder;
}

/** Runs a piece of work, and records its duration where telemetry is on. */
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
