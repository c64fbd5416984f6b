import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ownerUrl, type DatabaseAddress } from '../../src/database/opening/database-address';
import { grantServingRights } from '../../src/database/opening/serving-rights';
import { JobsRepository } from '../../src/jobs/jobs.repository';
import { JobsService } from '../../src/jobs/jobs.service';
import { Job } from '../../src/shared/jobs/job';
import { atOnce, eventually } from '../harness/data/times';
import { openPool } from '../harness/databases/open-pool';
import { asServingRole } from '../harness/databases/serving-role';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const HOW = { retries: 3, first_pause_s: 600, longest_pause_s: 3_600, keep_days: 1 };

/** What ran, over all processes of a test. */
const ran: { what: string; data: object }[] = [];
let failures = 0;

@Injectable()
class SomeWork {
  @Job({ ...HOW, name: 'greet', every: null, at_once: 5 })
  greet(data: object): void {
    ran.push({ what: 'greet', data });
  }

  @Job({ ...HOW, name: 'fail', every: null })
  fail(data: object): void {
    ran.push({ what: 'fail', data });
    if (failures-- > 0)
      throw Object.assign(new Error('insert of a secret'), {
        severity: 'ERROR',
        code: '23505',
        parameters: ['secret'],
      });
  }

  @Job({ ...HOW, name: 'sweep', every: '0 0 1 1 *', at_start: true })
  sweep(): void {
    ran.push({ what: 'sweep', data: {} });
  }
}

describe('the engine of background work, by a role that may change no table', () => {
  let databases: TestDatabases;
  let panel: DatabaseAddress;
  const processes: { module: TestingModule; source: DataSource }[] = [];

  beforeAll(async () => {
    databases = await createTestDatabases();
    const { direct_url: url } = databases.urls.panel;
    panel = { url: asServingRole(url), direct_url: asServingRole(url), owner_url: url };
    await grantServingRights(panel);
  });
  afterEach(async () => {
    for (const { module, source } of processes.splice(0)) {
      await module.close();
      await source.destroy();
    }
    ran.length = 0;
  });
  afterAll(() => databases.drop());

  async function startProcess(): Promise<{ jobs: JobsService; source: DataSource }> {
    const source = await new DataSource({ type: 'postgres', url: panel.url }).initialize();
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [SomeWork, JobsRepository, JobsService, { provide: getDataSourceToken(), useValue: source }],
    }).compile();
    await module.init();
    processes.push({ module, source });
    return { jobs: module.get(JobsService), source };
  }

  const timesOf = (what: string) => ran.filter((one) => one.what === what).length;
  const find = async (jobs: JobsService, name: string) =>
    (await jobs.list()).find((one) => one.name === name)!;

  it('runs what a transaction added once that is committed, and nothing that was rolled back', async () => {
    const { jobs, source } = await startProcess();
    await source.transaction(async (transaction) => {
      await jobs.add(transaction, 'greet', { to: 'Ada' });
      expect(await find(jobs, 'greet')).toMatchObject({ waiting: 0 });
    });
    const rolledBack = source.transaction(async (transaction) => {
      await jobs.add(transaction, 'greet', { to: 'nobody' });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await find(jobs, 'greet')).toMatchObject({ waiting: 1, every: null, next_at: expect.any(String) });
    await jobs.start();
    await eventually(() => timesOf('greet') > 0);
    await eventually(async () => (await find(jobs, 'greet')).waiting === 0);
    expect(ran.filter(({ what }) => what === 'greet')).toEqual([{ what: 'greet', data: { to: 'Ada' } }]);
  });

  it('runs each of many once, shared by two processes', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    await first.jobs.list();
    await atOnce(40, (n) =>
      first.source.transaction((transaction) => first.jobs.add(transaction, 'greet', { n })),
    );
    await Promise.all([first.jobs.start(), second.jobs.start()]);
    await eventually(() => timesOf('greet') >= 40);
    const numbers = ran.flatMap(({ data }) => ('n' in data ? [Number(data.n)] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('begins what this process adds without waiting for the next look', async () => {
    const { jobs, source } = await startProcess();
    await jobs.start();
    await source.transaction((transaction) => jobs.add(transaction, 'greet', { to: 'now' }));
    await jobs.wake('greet');
    await eventually(() => timesOf('greet') === 1);
  });

  it('tries a failed one again later, and keeps of a fault of the database its code alone', async () => {
    const { jobs, source } = await startProcess();
    failures = 1;
    await source.transaction((transaction) => jobs.add(transaction, 'fail', {}));
    await jobs.start();
    await eventually(async () => (await find(jobs, 'fail')).last_error !== null);
    const failed = await find(jobs, 'fail');
    expect(failed).toMatchObject({ waiting: 1, last_error: '23505' });
    expect(Date.parse(failed.next_at!)).toBeGreaterThan(Date.now() + 60_000);
    expect(timesOf('fail')).toBe(1);
    // Now, not when its pause is over.
    await jobs.run('fail');
    await eventually(() => timesOf('fail') === 2);
    await eventually(async () => (await find(jobs, 'fail')).waiting === 0);
  });

  it('runs what failed for good once more when that is asked for', async () => {
    const { jobs, source } = await startProcess();
    await source.transaction((transaction) => jobs.add(transaction, 'fail', {}));
    const owner = openPool(ownerUrl(panel), 1);
    await owner.query(
      `update jobs.job set state = 'failed', completed_on = now() where name = 'fail' and state = 'created'`,
    );
    await owner.end();
    expect(await find(jobs, 'fail')).toMatchObject({ failed_24h: 1 });
    await jobs.start();
    await jobs.run('fail');
    await eventually(() => timesOf('fail') === 1);
  });

  it('runs work with a schedule after the start of a server, and tells when next', async () => {
    const { jobs } = await startProcess();
    await jobs.start();
    await eventually(() => timesOf('sweep') === 1);
    await eventually(async () => (await find(jobs, 'sweep')).last_at !== null);
    expect(await find(jobs, 'sweep')).toMatchObject({
      every: '0 0 1 1 *',
      next_at: expect.stringMatching(/-01-01T00:00:00.000Z$/),
    });
  });

  it('has one of a schedule at a time, whoever asks how often', async () => {
    const { jobs } = await startProcess();
    await atOnce(10, () => jobs.run('sweep'));
    expect(await find(jobs, 'sweep')).toMatchObject({ waiting: 1 });
    await jobs.start();
    await eventually(() => timesOf('sweep') >= 1);
    await eventually(async () => (await find(jobs, 'sweep')).waiting === 0);
    expect(timesOf('sweep')).toBeLessThanOrEqual(2);
  });
});
