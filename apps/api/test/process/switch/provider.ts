import { setTimeout as sleep } from 'node:timers/promises';
import { anyBelow } from '../../harness/data/rounds';
import { sessionOf } from './panel';

export type Session = ReturnType<typeof sessionOf>;
export type Tokens = Session['claudeAiOauth'];

/** A provider whose refresh tokens work once: using one a second time ends that account's session for good. */
export class Provider {
  private readonly generations = new Map<string, number>();
  /** Tokens that came after they had been replaced. */
  readonly dead: string[] = [];
  renewals = 0;

  logIn(owner: string): Session {
    this.generations.set(owner, 1);
    return sessionOf(owner, 1);
  }

  async renew(refreshToken: string): Promise<{ owner: string; tokens: Tokens }> {
    const [, owner = '', generation] = refreshToken.split('-');
    if (this.generations.get(owner) !== Number(generation)) {
      this.dead.push(refreshToken);
      throw new Error(`${refreshToken} is dead.`);
    }
    const next = Number(generation) + 1;
    this.generations.set(owner, next);
    this.renewals++;
    // The old token is dead before the new one has arrived, as in the world.
    await sleep(anyBelow(8));
    return { owner, tokens: sessionOf(owner, next).claudeAiOauth };
  }

  /** The one session of an account that still works. */
  living(owner: string): Session {
    return sessionOf(owner, this.generations.get(owner));
  }
}
