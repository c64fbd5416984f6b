import {
  DataDirInUseError,
  createPrivateFile,
  isRunning,
  lockDataDir,
  readPrivateFile,
  replacePrivateFile,
  sendSignal,
} from '@groupless/embedded-postgres';
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VARIABLES } from '../../config/variables';
import { removeEmbeddedServer } from '../../database/embedded-server';
import { StartFailure } from '../start-failure';

/** Begins the names of the marker and of the lock. */
const OURS = 'groupless-demo';
const STOP_LIMIT_MS = 30_000;

/** What the marker says, by which a folder is known as the demo's. */
export interface Marker {
  address: string;
  /** Of admin@localhost. */
  password: string;
  /** Such as `2026-11-20`. Null: it is not filled to its end. */
  filled_on: string | null;
}

/** The demo's data folder, beside that of the real server. */
export class DemoFolder {
  private constructor(readonly path: string) {}

  static beside(dataDir: string | undefined): DemoFolder {
    return new DemoFolder(`${resolve(dataDir || VARIABLES.DATA_DIR.default)}-demo`);
  }

  get exists(): boolean {
    return existsSync(this.path);
  }

  /** Null: there is none, or it is damaged. */
  readMarker(): Marker | null {
    try {
      return JSON.parse(readPrivateFile(this.markerPath) ?? 'null') as Marker | null;
    } catch {
      return null;
    }
  }

  writeMarker(marker: Marker): void {
    const text = `${JSON.stringify(marker, null, 2)}\n`;
    if (!createPrivateFile(this.markerPath, text)) replacePrivateFile(this.markerPath, text);
  }

  /** @throws StartFailure if the folder has other files and no marker */
  demandOurs(): void {
    if (existsSync(this.markerPath) || !this.exists) return;
    if (readdirSync(this.path).some((name) => !name.startsWith(OURS))) throw this.foreign();
  }

  /**
   * For this process, until it ends.
   * @throws DataDirInUseError
   */
  lock(): { release(): void } {
    return lockDataDir(this.path, { program: OURS, dataDirSetting: 'DATA_DIR' });
  }

  /** Removes everything but the marker and the lock, which the caller holds. */
  async empty(report: (line: string) => void): Promise<void> {
    await removeEmbeddedServer({ dataDir: this.path, report });
    for (const name of readdirSync(this.path).filter((one) => !one.startsWith(OURS)))
      rmSync(join(this.path, name), { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Stops the server, and removes the folder with its databases.
   * @throws StartFailure for a folder without the marker
   */
  async remove(report: (line: string) => void): Promise<void> {
    if (!existsSync(this.markerPath)) throw this.foreign();
    try {
      const lock = this.lock();
      await this.empty(report);
      // Last, so that an interrupted removal can be repeated.
      rmSync(this.markerPath);
      lock.release();
      rmdirSync(this.path);
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || error.pid === null) throw error;
      await stopProcess(error.pid);
      await this.remove(report);
    }
  }

  private get markerPath(): string {
    return join(this.path, `${OURS}.json`);
  }

  private foreign(): StartFailure {
    return new StartFailure(
      `${this.path} is not a folder of the demo: it has no ${OURS}.json. It is left as it is.`,
    );
  }
}

async function stopProcess(pid: number): Promise<void> {
  sendSignal(pid, 'SIGTERM');
  for (let waitedMs = 0; isRunning(pid); waitedMs += 100) {
    if (waitedMs > STOP_LIMIT_MS)
      throw new StartFailure(`The demo runs as process ${pid}, which does not end.`);
    await sleep(100);
  }
}
