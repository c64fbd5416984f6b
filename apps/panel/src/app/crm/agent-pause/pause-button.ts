import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Business } from '../../data/business';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { AgentPause } from './agent-pause';
import { openPause } from './open-pause';

/** Stops the agent for a while. Nothing for who may not, and where the agent is off anyway. */
@Component({
  selector: 'app-pause-button',
  imports: [Icon, TranslocoPipe],
  template: `
    @if (isOffered()) {
      <button type="button" class="button" (click)="ask()">
        <svg appIcon="bot-off" size="14"></svg>{{ 'crm.pause.ask' | transloco }}
      </button>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class PauseButton {
  private readonly pause = inject(AgentPause);
  private readonly dialogs = inject(Dialogs);
  private readonly settings = inject(Business).settings;
  private readonly mayPause = inject(Session).isOperator;
  protected readonly isOffered = computed(
    () =>
      this.mayPause() &&
      this.pause.isKnown() &&
      this.pause.current() === null &&
      this.settings()?.enabled === true,
  );

  protected ask(): Promise<void> {
    return openPause(this.dialogs);
  }
}
