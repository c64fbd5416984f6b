import { EventEmitter } from 'node:events';
import { QueryFailedError } from 'typeorm';
import { logUnhandledRejections } from './unhandled-rejections';

describe('a rejection that nobody handles', () => {
  it('is logged without the parameters of a statement', () => {
    const logged: unknown[] = [];
    const from = new EventEmitter();
    logUnhandledRejections({ error: (...line: unknown[]) => logged.push(line) }, from);
    from.emit(
      'unhandledRejection',
      new QueryFailedError('select $1', ['hunter2'], new Error('no such table')),
    );
    expect(JSON.stringify(logged)).toContain('QueryFailedError');
    expect(JSON.stringify(logged)).not.toContain('hunter2');
  });
});
