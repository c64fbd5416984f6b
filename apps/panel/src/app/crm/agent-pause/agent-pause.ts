import { computed, inject, Injectable } from '@angular/core';
import type { AgentPauseDto, AgentPauseStateDto, PauseAgentDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { query } from '../../data/query';
import { Now } from '../../ui/formats/relative-time';

const PATH = '/api/agent/pause';

/** Whether the team has stopped the agent for a while, read once for the whole panel. */
@Injectable({ providedIn: 'root' })
export class AgentPause {
  private readonly api = inject(Api);
  private readonly now = inject(Now);
  private readonly stored = query<AgentPauseStateDto>(() => PATH);

  /** Whether the answer is there: nothing is offered before. */
  readonly isKnown = computed(() => this.stored.value() !== null);
  /** Null where the agent is not paused. No event tells that the time of a pause is over. */
  readonly current = computed(() => {
    const pause = this.stored.value()?.pause ?? null;
    return pause?.until && Date.parse(pause.until) <= this.now.ms() ? null : pause;
  });

  /** Waits for the first answer; also for that there is none. */
  async known(): Promise<void> {
    if (this.isKnown()) return;
    await this.stored.reload();
    // The first read of all may begin only now, in the place of that one.
    if (!this.isKnown() && this.stored.problem() === null) await this.stored.reload();
  }

  async pause(wish: PauseAgentDto): Promise<void> {
    const pause = await this.api.post<AgentPauseDto>(PATH, wish);
    this.stored.update(() => ({ pause }));
  }

  async resume(): Promise<void> {
    await this.api.delete(PATH);
    this.stored.update(() => ({ pause: null }));
  }
}
