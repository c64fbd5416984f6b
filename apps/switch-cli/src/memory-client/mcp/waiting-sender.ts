import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { MemoryApi } from '../server/memory-api';
import { readMemorySettings } from '../server/memory-settings';
import { waitingNames } from '../store/spool';
import { switchedOff } from '../switched-off';

const EVERY_MS = 5_000;
const LIMIT_MS = 5_000;

/**
 * Sends what hooks have left in the spool. Codex and Gemini CLI run no hook in the background, and the one at the end of a turn has
 * a moment only, in which a server that is far away has not answered: the turn would wait for the end of the session.
 */
export class WaitingSender {
  /** What was tried in vain: the next try is when there is more. */
  private failed = '';
  private isSending = false;

  constructor(private readonly environment: Environment) {}

  /** As long as the process has something else to do. */
  start(): void {
    setInterval(() => void this.send(), EVERY_MS).unref();
  }

  async send(): Promise<void> {
    const { environment } = this;
    const waiting = waitingNames(environment).join('\n');
    const isNew = waiting !== '' && waiting !== this.failed;
    if (this.isSending || !isNew || switchedOff(environment, environment.cwd) !== null) return;
    this.isSending = true;
    try {
      const until = Date.now() + LIMIT_MS;
      const remainingMs = () => until - Date.now();
      const api = new MemoryApi(environment, readMemorySettings(environment), remainingMs);
      // Loaded here: an assistant waits for the server to start.
      const { sendSpooled } = await import('../store/send-spooled');
      await sendSpooled(environment, api, () => remainingMs() > 0);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      // The hooks try again, and `doctor` tells what waits.
    } finally {
      this.failed = waitingNames(environment).join('\n');
      this.isSending = false;
    }
  }
}
