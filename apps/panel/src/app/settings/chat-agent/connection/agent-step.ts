import { Component, inject, input } from '@angular/core';
import type { StepFormInputs } from '../../../layout/step-forms';
import { Business } from '../../../data/business';
import { AgentConnection } from './agent-connection';

/** Where the agent finds the panel. The step is done by the agent's first message. */
@Component({
  selector: 'app-agent-step',
  imports: [AgentConnection],
  template: `
    @if (settings(); as settings) {
      <app-agent-connection [settings]="settings" [plain]="true" />
    }
  `,
})
export class AgentStep {
  readonly step = input.required<StepFormInputs['step']>();
  readonly done = input.required<StepFormInputs['done']>();
  protected readonly settings = inject(Business).settings;
}
