import { inject, Injectable } from '@angular/core';
import { Toasts } from '../../ui/toasts/toasts';
import { AgentPause } from './agent-pause';

/** Ends the pause of the agent, and says what became of that. */
@Injectable({ providedIn: 'root' })
export class ResumeAgent {
  private readonly pause = inject(AgentPause);
  private readonly toasts = inject(Toasts);

  async run(): Promise<void> {
    try {
      await this.pause.resume();
      this.toasts.show('crm.pause.resumed');
    } catch (error) {
      this.toasts.failed('crm.pause.not_resumed', error);
    }
  }
}
