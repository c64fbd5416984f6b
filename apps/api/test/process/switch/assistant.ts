import { existsSync, mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from './machine';
import type { Provider, Session, Tokens } from './provider';
import { anyBelow } from '../../harness/data/rounds';

/** Renews its tokens as Claude Code does: under its locks it reads its files anew, renews, and writes. */
export class Assistant {
  private isRunning = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly machine: Machine,
    private readonly provider: Provider,
  ) {}

  /** Renews again and again, at random moments, until it is stopped. */
  start(): void {
    this.isRunning = true;
    this.running = this.renewUntilStopped();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.running;
  }

  async renew(): Promise<void> {
    const locks = ['.claude/.oauth_refresh.lock', '.claude.lock'].map((name) => this.machine.path(name));
    for (const lock of locks) await taken(lock);
    try {
      const file = JSON.parse(this.machine.read('.claude/.credentials.json')) as { claudeAiOauth: Tokens };
      const { oauthAccount } = JSON.parse(this.machine.read('.claude.json')) as Session;
      const { owner, tokens } = await this.provider.renew(file.claudeAiOauth.refreshToken);
      if (`uuid-${owner}` !== oauthAccount.accountUuid)
        throw new Error(`Tokens of ${owner} under another account.`);
      const aside = this.machine.path('.claude/aside');
      writeFileSync(aside, JSON.stringify({ ...file, claudeAiOauth: tokens }), { mode: 0o600 });
      renameSync(aside, this.machine.credentialsFile);
    } finally {
      for (const lock of locks.toReversed()) rmdirSync(lock);
    }
  }

  private async renewUntilStopped(): Promise<void> {
    while (this.isRunning) {
      if (existsSync(this.machine.credentialsFile)) await this.renew();
      await sleep(anyBelow(60));
    }
  }
}

async function taken(lock: string): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch {
      await sleep(anyBelow(10));
    }
  }
}
