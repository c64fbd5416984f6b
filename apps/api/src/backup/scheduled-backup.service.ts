import { Inject, Injectable, Logger } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { Job } from '../shared/jobs/job';
import { backupName, demandFreeSpace, newestBackup, removeOldBackups } from './backup-folder';

/** Relative to the bundle in dist/apps/api. */
const PROGRAM = join(__dirname, 'backup.cjs');
const HOUR_MS = 3_600_000;

/** Makes a backup in `BACKUP_DIR` when the newest is old enough, in a child process with a lower priority. */
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
    demandFreeSpace(folder);
    await this.run(join(folder, backupName(this.clock.now())), stopped);
    removeOldBackups(folder, keep);
  }

  private isDue(folder: string): boolean {
    const newestMs = newestBackup(folder)?.getTime() ?? -Infinity;
    return this.clock.now().getTime() - newestMs >= this.settings.backup_every_hours * HOUR_MS;
  }

  private async run(path: string, stopped: AbortSignal): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => child.kill();
    stopped.addEventListener('abort', kill);
    if (stopped.aborted) kill();
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`the program of the backup ended with ${code}: ${said.trim()}`);
      this.log.log({ path }, said.trim());
    } finally {
      stopped.removeEventListener('abort', kill);
    }
  }
}
