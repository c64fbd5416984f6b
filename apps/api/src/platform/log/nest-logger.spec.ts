import { Logger } from '@nestjs/common';
import { createLog } from './log';
import { NestLogger } from './nest-logger';
import { Writable } from 'node:stream';
import { describeError } from './describe-error';

describe('what the program says through the logger of Nest', () => {
  let lines: Record<string, unknown>[];
  beforeEach(() => {
    lines = [];
    const out = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        done();
      },
    });
    Logger.overrideLogger(new NestLogger(createLog({ level: 'debug', secrets: [], destination: out })));
  });
  afterEach(() => {
    Logger.overrideLogger(true);
  });

  it('keeps the fields that stand before the text, and says where it comes from', () => {
    new Logger('Jobs').warn({ err: describeError(new Error('away')), what: 'rows' }, 'not removed');
    expect(lines).toMatchObject([
      { level: 'warn', msg: 'not removed', context: 'Jobs', what: 'rows', err: { message: 'away' } },
    ]);
  });

  it('keeps an error that stands behind the text', () => {
    new Logger('Jobs').error('not written', new Error('away'));
    new Logger('Jobs').warn('interrupted', new Error('away'));
    expect(lines).toMatchObject([
      { level: 'error', msg: 'not written', context: 'Jobs', err: { message: 'away' } },
      { level: 'warn', msg: 'interrupted', context: 'Jobs', err: { message: 'away' } },
    ]);
  });
});
