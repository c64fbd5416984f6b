import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Settings } from '../../config/settings';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import {
  backupName,
  demandFreeSpace,
  newestBackup,
  removeOldBackups,
} from '../../database/backup/backup-folder';
import type { DatabaseUrls } from '../../database/data-source-options';
import { describeError } from '../../shared/log/describe-error';
import type { Logger } from '../../shared/log/log';
import { recorded } from '../../shared/telemetry/recorder';

const PROGRAM = join(__dirname, 'backup.cjs');
const HOUR_MS = 3_600_000;
const CHECK_MS = 60_000;
/** A time limit, so that an unreachable host does not delay the shutdown. */
const CONNECT_MS = 10_000;
const TRY_LOCK = `select pg_try_advisory_lock(${ADVISORY_LOCKS.scheduledBackup}, 0) as is_ours`;

/**
 * Scheduled backups: makes one in `BACKUP_DIR` when the newest is old enough, in a child process with a lower priority.
 * An advisory lock makes sure that only one server does it. Failures back off: 1, 2, 4 … 60 minutes.
 */
export class BackupSchedule {
  private readonly timer: NodeJS.Timeout | undefined;
  private child: ChildProcess | null = null;
  private running: Promise<void> | null = null;
  private hasStopped = false;
  private failures = 0;
  private notBeforeMs = 0;

  private constructor(
    private readonly settings: Settings,
    private readonly folder: string | null,
    private readonly url: string,
    private readonly log: Logger,
  ) {
    if (folder === null) return;
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
    this.check();
  }

  static of(settings: Settings, urls: DatabaseUrls, log: Logger): BackupSchedule {
    return new BackupSchedule(settings, settings.backup_dir, urls.panel.direct_url, log);
  }

  /** Aborts a running backup. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearInterval(this.timer);
    this.child?.kill();
    await this.running;
  }

  private check(): void {
    if (Date.now() < this.notBeforeMs) return;
    this.running ??= this.backUpIfDue()
      .then(() => (this.failures = 0))
      .catch((error: unknown) => {
        this.notBeforeMs = Date.now() + pauseAfter(this.failures++);
        if (!this.hasStopped) this.log.error({ err: describeError(error) }, 'the backup failed');
      })
      .then(() => undefined)
      .finally(() => (this.running = null));
  }

  private async backUpIfDue(): Promise<void> {
    const { folder } = this;
    if (folder === null || !this.isDue(folder)) return;
    await this.withLock(async () => {
      if (!this.isDue(folder) || this.hasStopped) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await recorded('job', 'backup', async () => {
        demandFreeSpace(folder);
        await this.run(join(folder, backupName(new Date())));
      });
      removeOldBackups(folder, this.settings.backup_keep);
    });
  }

  private isDue(folder: string): boolean {
    const newestMs = newestBackup(folder)?.getTime() ?? -Infinity;
    return Date.now() - newestMs >= this.settings.backup_every_hours * HOUR_MS;
  }

  /** Skips the work if another server holds the lock. */
  private async withLock(work: () => Promise<void>): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'groupless backup',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ is_ours: boolean }>(TRY_LOCK);
      if (rows[0]?.is_ours === true) await work();
    } finally {
      await client.end();
    }
  }

  private async run(path: string): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    this.child = null;
    if (code !== 0) throw new Error(`the program of the backup ended with ${code}: ${said.trim()}`);
    this.log.info({ path }, said.trim());
  }
}

/** @param failures consecutive, before this one */
export function pauseAfter(failures: number): number {
  return Math.min(HOUR_MS, CHECK_MS * 2 ** failures);
}
