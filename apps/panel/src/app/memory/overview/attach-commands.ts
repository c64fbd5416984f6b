import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { StepFormInputs } from '../../layout/step-forms';
import { Session } from '../../session/session';
import { CommandLine } from '../../ui/copy/command-line';

/** How a coding assistant gets the memory. As a first step it is done by the assistant's first session. */
@Component({
  selector: 'app-attach-commands',
  imports: [CommandLine, RouterLink, TranslocoPipe],
  template: `
    <p>
      {{ 'memory.assistant.lead' | transloco }}
      @if (isAdmin()) {
        <a routerLink="/settings/keys">{{ 'memory.assistant.to_keys' | transloco }}</a>
      }
    </p>
    @for (command of commands; track command) {
      <app-command-line label="memory.assistant.copy" [command]="command" />
    }
    <p class="caption">{{ 'memory.assistant.others' | transloco }}</p>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 8px;
    }
  `,
})
export class AttachCommands {
  readonly step = input<StepFormInputs['step']>();
  readonly done = input<StepFormInputs['done']>();
  protected readonly isAdmin = inject(Session).isAdmin;
  protected readonly commands = [
    `npm install --global ${location.origin}/install/assistant-cli.tgz`,
    `assistant-memory attach claude-code --login ${location.origin}`,
  ];
}
