import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { JobDto } from '@groupless/shared-dto';
import type { Transaction } from '../database/transaction';
import { decoratedMethods } from '../platform/decorated-methods';
import { found } from '../platform/errors/found';
import { Job, type JobDeclaration } from '../shared/jobs/job';
import { describeError } from '../platform/log/describe-error';
import { ThrottledWarnings } from '../platform/log/throttled-warnings';
import { recorded } from '../platform/telemetry/recorder';
import { newBoss, queueOf, workOf, type JobResult, type PgBoss, type QueuedJob } from './boss';
import { toJobDto } from './job.mapper';
import { JobsRepository, type JobFault } from './jobs.repository';

interface KnownJob extends JobDeclaration {
  /** A text that it returns is shown with the job. */
  run(data: object, signal: AbortSignal): Promise<unknown>;
}

/** How long a stopping server waits for the jobs that run. What has not ended by then is repeated elsewhere. */
const STOP_MS = 10_000;
const NOUN = 'background work';

/** The engine of everything that runs in the background: finds the methods with `@Job()`, and runs them when they are due. */
@Injectable()
export class JobsService implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger(JobsService.name);
  private readonly warnings = new ThrottledWarnings(JobsService.name);
  private readonly stopping = new AbortController();
  private readonly workers = new Map<string, string>();
  private jobs: readonly KnownJob[] = [];
  private prepared: Promise<PgBoss> | null = null;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly repository: JobsRepository,
  ) {}

  onModuleInit(): void {
    this.jobs = decoratedMethods<JobDeclaration, KnownJob['run']>(this.discovery, Job).map(
      ({ declared, run }) => ({ ...declared, run: async (data, signal) => run(data, signal) }),
    );
  }

  /** Runs jobs from now on. Only the server does; other programs and most tests add jobs at most. */
  async start(): Promise<void> {
    const boss = await this.prepare();
    for (const job of this.jobs) {
      const work = (jobs: QueuedJob[]) => this.runAll(job, jobs);
      this.workers.set(job.name, await boss.work<object>(job.name, workOf(job), work));
      if (job.every === null) continue;
      await boss.schedule(job.name, job.every, {}, { missed: 'once' });
      if (job.at_start === true) await this.addNow(boss, job.name);
    }
  }

  /** Requests go on being answered while the jobs end. */
  onModuleDestroy(): void {
    this.stopping.abort();
    this.stopped = this.stop();
  }

  /** Before any connection to the databases closes, which global modules such as this one do in no order that is promised. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  /**
   * Adds a job in the transaction of the change that it is about. After the commit, `wake()` begins it without delay. The
   * engine connects before the first one, which a server does when it starts.
   */
  async add(transaction: Transaction, name: string, data: object, at?: Date): Promise<void> {
    const boss = await this.prepare();
    const options = {
      db: this.repository.within(transaction),
      ...(at === undefined ? {} : { startAfter: at }),
    };
    await boss.send(name, data, options);
  }

  /** This process looks for due jobs of the kind at once. Without it, one does so within half a minute. */
  async wake(name: string): Promise<void> {
    const worker = this.workers.get(name);
    if (worker !== undefined) (await this.prepare()).notifyWorker(worker);
  }

  /** Runs work with a schedule soon, where this process runs any. */
  async soon(name: string): Promise<void> {
    if (this.workers.has(name)) await this.addNow(await this.prepare(), name);
  }

  async list(): Promise<JobDto[]> {
    const boss = await this.prepare();
    const counts = await this.repository.listCounts(this.jobs.map(({ name }) => name));
    const countsOf = new Map(counts.map((one) => [one.name, one]));
    return this.jobs
      .map((job) => toJobDto(job, found(countsOf.get(job.name) ?? null, NOUN), nextOf(boss, job)))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What went wrong with a kind of job since then; a few, the oldest first. */
  listFaults(name: string, since: Date): Promise<JobFault[]> {
    return this.repository.listFaults(name, since);
  }

  /**
   * Runs a job with a schedule now. Of the other kinds all that wait are due now, and those that failed in the last day are
   * tried again.
   * @throws AppError `not_found`
   */
  async run(name: string): Promise<JobDto> {
    const job = found(this.jobs.find((one) => one.name === name) ?? null, NOUN);
    const boss = await this.prepare();
    if (job.every !== null) await this.addNow(boss, name);
    else {
      const failed = await this.repository.listFailed(name);
      if (failed.length > 0) await boss.retry(name, failed);
      await this.repository.bringForward(name);
      await this.wake(name);
    }
    return found((await this.list()).find((one) => one.name === name) ?? null, NOUN);
  }

  private async stop(): Promise<void> {
    try {
      await (await this.prepared)?.stop({ graceful: true, timeout: STOP_MS });
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'background work did not stop');
    }
  }

  /** Also where one waits to be tried again, beside which there is no second one. */
  private async addNow(boss: PgBoss, name: string): Promise<void> {
    await boss.send(name, {});
    await this.repository.bringForward(name);
    await this.wake(name);
  }

  /** Connects the engine and makes the queues, once. */
  private prepare(): Promise<PgBoss> {
    this.prepared ??= this.connect().catch((error: unknown) => {
      this.prepared = null;
      throw error;
    });
    return this.prepared;
  }

  private async connect(): Promise<PgBoss> {
    const boss = newBoss(this.repository.pooled);
    boss.on('error', (error) => this.warnings.warn(error, 'background work waits for the database'));
    await boss.start();
    for (const job of this.jobs) {
      const { policy, ...options } = queueOf(job);
      await boss.createQueue(job.name, { policy, ...options });
      // A version before may have made it with other options.
      await boss.updateQueue(job.name, options);
    }
    return boss;
  }

  private runAll(job: KnownJob, jobs: readonly QueuedJob[]): Promise<JobResult[]> {
    return Promise.all(jobs.map((one) => this.runOne(job, one)));
  }

  /** What went wrong is kept with the job, without what a statement held. */
  private async runOne(job: KnownJob, { id, data, signal }: QueuedJob): Promise<JobResult> {
    const until = AbortSignal.any([signal, this.stopping.signal]);
    try {
      const message = await recorded('job', job.name, () => job.run(data, until));
      return { id, status: 'completed', ...(typeof message === 'string' ? { output: { message } } : {}) };
    } catch (error) {
      const described = describeError(error);
      this.log.warn({ err: described, job: job.name }, 'background work failed');
      return {
        id,
        status: 'failed',
        output: { message: described.message ?? described.code ?? described.type },
      };
    }
  }
}

function nextOf(boss: PgBoss, { every }: JobDeclaration): Date | null {
  return every === null ? null : (boss.previewSchedule(every, { count: 1 })[0] ?? null);
}
