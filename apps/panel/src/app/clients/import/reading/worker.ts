// The build knows a worker by this name.
import { TrustedWorker as Worker } from './trusted-worker';

export function tasksWorker(): Worker {
  return new Worker(new URL('./tasks.worker', import.meta.url), { type: 'module' });
}
