import { Inject, Injectable, Logger } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { Job } from '../shared/jobs/job';
import {
  backupName,
  demandFreeSpace,
  newestBackup,
  removeLeftParts,
  removeOldBackups,
  timeOf,
} from './backup-folder';

export const RESTORE_TRIAL = 'restore-trial';
/** Exit code of `restore --try` where no trial is possible. */
export const NOT_TRIED = 4;
const HOUR_MS = 3_600_000;
const LOW_PRIORITY = 10;

/** Makes a backup in `BACKUP_DIR` when the newest is old enough, and tries the newest, in child processes with a lower priority. */
@Injectable()
export class ScheduledBackupService {
  private readonly log = new Logger(ScheduledBackupService.name);

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks whether one is due. Failures are tried again after 1, 2, 4 … 60 minutes.
   * @param stopped aborts a running backup
   */
  @Job({
    name: 'backup',
    every: '*/5 * * * *',
    at_start: true,
    retries: 24,
    first_pause_s: 60,
    longest_pause_s: 3_600,
    keep_days: 7,
  })
  async backUpIfDue(_: object, stopped: AbortSignal): Promise<void> {
    const { backup_dir: folder, backup_keep: keep } = this.settings;
    if (folder === null || !this.isDue(folder)) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeLeftParts(folder);
    demandFreeSpace(folder);
    const path = join(folder, backupName(this.clock.now()));
    this.log.log({ path }, await this.run('backup', [path], stopped));
    removeOldBackups(folder, keep);
  }

  /**
   * Restores the newest backup into databases of its own, which are dropped: one that nobody restored is a hope.
   * @returns what the panel shows
   */
  @Job({
    name: RESTORE_TRIAL,
    every: '37 4 * * 0',
    retries: 2,
    first_pause_s: 600,
    longest_pause_s: 3_600,
    keep_days: 30,
  })
  async tryNewest(_: object, stopped: AbortSignal): Promise<string> {
    const { backup_dir: folder } = this.settings;
    const newest = folder === null ? null : newestBackup(folder);
    if (folder === null || newest === null) return 'Not tried: there is no backup yet.';
    return this.run('restore', [join(folder, newest), '--try'], stopped);
  }

  private isDue(folder: string): boolean {
    const newest = newestBackup(folder);
    const newestMs = newest === null ? -Infinity : timeOf(newest).getTime();
    return this.clock.now().getTime() - newestMs >= this.settings.backup_every_hours * HOUR_MS;
  }

  private async run(program: string, words: string[], stopped: AbortSignal): Promise<string> {
    const bundle = join(__dirname, 'main.cjs');
    const child = spawn(process.execPath, [bundle, program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    const kill = () => child.kill();
    stopped.addEventListener('abort', kill);
    if (stopped.aborted) kill();
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      if (code === 0 || code === NOT_TRIED) return said.trim();
      if (stopped.aborted) throw new Error(`the ${program} was stopped with the server, and is repeated`);
      throw new Error(`the program of the ${program} ended with ${code ?? signal}: ${said.trim()}`);
    } finally {
      stopped.removeEventListener('abort', kill);
    }
  }
}
