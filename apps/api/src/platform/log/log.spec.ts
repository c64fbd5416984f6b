import { Writable } from 'node:stream';
import { QueryFailedError } from 'typeorm';
import { describeError } from './describe-error';
import { createLog } from './log';

describe('the log', () => {
  function logged(write: (log: ReturnType<typeof createLog>) => void): string {
    let lines = '';
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines += chunk.toString();
        done();
      },
    });
    write(createLog({ level: 'debug', secrets: ['s3cret-value+/='], destination }));
    return lines;
  }

  it('masks known secrets, also as they look in a URL', () => {
    const line = logged((log) =>
      log.info({ a: 's3cret-value+/=', b: 's3cret-value%2B%2F%3D' }, 'x s3cret-value+/='),
    );
    expect(line).not.toContain('s3cret');
    expect(line.match(/\[secret\]/g)).toHaveLength(3);
  });

  it('masks the id of a webhook and a token in a URL, but not a route', () => {
    const line = logged((log) =>
      log.info({
        a: '/webhook/0f-1/webhook/x',
        b: '/x?token=abc',
        d: '/i#token=abc',
        c: '/webhook/:id/webhook/x',
      }),
    );
    expect(line).toContain('/webhook/[id]/webhook/x');
    expect(line).toContain('?token=[token]');
    expect(line).toContain('#token=[token]');
    expect(line).toContain('/webhook/:id/webhook/x');
  });

  it('masks a key from the panel but for its beginning', () => {
    const secret = 'aZ0'.repeat(15).slice(0, 43);
    const line = logged((log) => log.info(`gl_0Ab3dE5F_${secret}`));
    expect(line).toContain('gl_0Ab3dE5F_[secret]"');
  });

  it('writes one JSON object a line, whatever a text holds', () => {
    const line = logged((log) => log.info('first\nsecond \u001b[31m "quoted"'));
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'first\nsecond \u001b[31m "quoted"' });
  });
});

describe('describeError', () => {
  it('keeps the code and the place of a database error, and leaves out what was stored', () => {
    const driverError = Object.assign(new Error('duplicate key value: private'), {
      severity: 'ERROR',
      code: '23505',
      table: 'users',
      constraint: 'users_email',
      detail: 'Key (email)=(private)',
    });
    const described = describeError(new QueryFailedError('insert private', ['private'], driverError));
    expect(described).toMatchObject({
      type: 'QueryFailedError',
      code: '23505',
      table: 'users',
      constraint: 'users_email',
    });
    expect(JSON.stringify(described)).not.toContain('private');
  });

  it('keeps the message of a fault of the program', () => {
    const { type, message, stack } = describeError(new TypeError('x is not a function'));
    expect([type, message]).toEqual(['TypeError', 'x is not a function']);
    expect(stack[0]).toMatch(/^at .*log\.spec\.ts/);
  });

  it.each([null, undefined, 'text', 5])('copes with a thrown %s', (thrown) => {
    expect(describeError(thrown).stack).toEqual([]);
  });
});
