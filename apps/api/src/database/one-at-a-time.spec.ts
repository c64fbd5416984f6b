import { setTimeout as sleep } from 'node:timers/promises';
import { OneAtATime } from './one-at-a-time';

const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));

describe('work that is done one at a time', () => {
  it('begins when what came before it has ended, in order', async () => {
    const line = new OneAtATime();
    const seen: string[] = [];
    const work = (name: number) => async () => {
      seen.push(`begin ${name}`);
      await sleep(2);
      seen.push(`end ${name}`);
      return name;
    };
    expect(await Promise.all([1, 2, 3].map((name) => line.run(work(name))))).toEqual([1, 2, 3]);
    expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  it('goes on after a piece that failed', async () => {
    const line = new OneAtATime();
    const failed = line.run(() => Promise.reject(new Error('not found')));
    const next = line.run(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('not found');
    expect(await next).toBe('done');
  });

  it('fails together when the database is away, and begins anew', async () => {
    const line = new OneAtATime();
    let begun = 0;
    const work = () => {
      begun++;
      return away();
    };
    const results = await Promise.allSettled([line.run(work), line.run(work), line.run(work)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(begun).toBe(1);
    expect(await line.run(() => Promise.resolve('back'))).toBe('back');
  });
});
