import { PgBoss, type Db, type Job as QueuedJob, type JobResult } from 'pg-boss';
import { DEAD_AFTER_S, type JobDeclaration } from '../shared/jobs/job';

export type { Db as IDatabase, JobResult, QueuedJob };
export { PgBoss };

/** How often a process looks for due jobs of a kind, unless its declaration says another. One that it adds itself is begun at once. */
const POLL_S = 30;
const DAY_S = 86_400;
const LONGEST_S = 86_399;
/** The number of jobs of a kind that run at once in a process, unless its declaration says another. */
const AT_ONCE = 1;

/**
 * The engine. It makes no connection of its own, changes no tables (our migrations do), and does without what we do not
 * use, so that it asks the database little while nothing is to do (docs/adr/0045).
 */
export function newBoss(db: Db): PgBoss {
  return new PgBoss({
    db,
    schema: 'jobs',
    createSchema: false,
    registerInstance: false,
    monitorVacuum: false,
    // The serving role owns no index.
    reindex: false,
    openTelemetry: { enabled: false },
    superviseIntervalSeconds: 60,
    // With the poll of `client-mails`, a reminder leaves within 35 seconds of its minute.
    cronMonitorIntervalSeconds: 20,
    cronWorkerIntervalSeconds: 5,
    queueCacheIntervalSeconds: 3_600,
    flowIntervalSeconds: 3_600,
    bamIntervalSeconds: 3_600,
    clockMonitorIntervalSeconds: 600,
  });
}

/** A queue for each kind of job. Of those with a schedule only one waits or runs, over all processes. */
export function queueOf({ every, retries, first_pause_s, longest_pause_s, keep_days }: JobDeclaration) {
  return {
    policy: every === null ? 'standard' : 'exclusive',
    retryLimit: retries,
    retryDelay: first_pause_s,
    retryBackoff: true,
    retryDelayMax: longest_pause_s,
    deleteAfterSeconds: keep_days * DAY_S,
    expireInSeconds: LONGEST_S,
    heartbeatSeconds: DEAD_AFTER_S,
  };
}

export function workOf({ at_once = AT_ONCE, poll_s = POLL_S }: JobDeclaration) {
  return {
    pollingIntervalSeconds: poll_s,
    batchSize: at_once,
    burstWhenBatchFull: at_once > 1,
    perJobResults: true,
  } as const;
}
