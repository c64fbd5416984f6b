import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { AgentPause } from './agent-pause';
import { ResumeAgent } from './resume-agent';

/** That the agent is paused: until when, by whom and why, with the way to end it. */
@Component({
  selector: 'app-pause-notice',
  imports: [Icon, TranslocoPipe],
  template: `
    <div role="status">
      @if (pause.current(); as current) {
        <div class="notice">
          <svg appIcon="bot-off" size="16"></svg>
          <p>
            {{ 'crm.pause.' + (current.until === null ? 'open' : 'until') | transloco: words() }}
            <bdi>{{ current.reason }}</bdi>
          </p>
          @if (mayResume()) {
            <button type="button" class="button" [disabled]="isBusy()" (click)="resume()">
              {{ 'crm.pause.resume' | transloco }}
            </button>
          }
        </div>
      }
    </div>
  `,
  styles: `
    .notice {
      flex-wrap: wrap;
      align-items: center;
      margin-bottom: 12px;
    }

    p {
      flex: 1;
      min-width: 200px;
    }
  `,
})
export class PauseNotice {
  protected readonly pause = inject(AgentPause);
  private readonly formats = inject(Formats);
  private readonly agent = inject(ResumeAgent);
  protected readonly mayResume = inject(Session).isOperator;
  protected readonly isBusy = signal(false);
  protected readonly words = computed(() => {
    const { by = '', until = null } = this.pause.current() ?? {};
    return { by, at: this.formats.dateTime(until) };
  });

  protected async resume(): Promise<void> {
    this.isBusy.set(true);
    await this.agent.run();
    this.isBusy.set(false);
  }
}
