import { Shutdown } from './shutdown';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('a shutdown', () => {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  afterEach(() => {
    SIGNALS.forEach((signal, at) => {
      for (const listener of process.listeners(signal))
        if (before[at]?.includes(listener) === false) process.off(signal, listener);
    });
  });

  it('stops what was started first, such as the database, also where another part cannot be stopped', async () => {
    const shutdown = new Shutdown(() => undefined);
    const stopped: string[] = [];
    const add = (name: string, work: () => Promise<void> = () => Promise.resolve()) =>
      shutdown.add(() => work().finally(() => stopped.push(name)));
    add('database');
    add('telemetry');
    add('application', () => Promise.reject(new Error('ENOSPC')));
    await expect(shutdown.stopAll()).rejects.toThrow('ENOSPC');
    expect(stopped).toEqual(['application', 'telemetry', 'database']);
  });
});
