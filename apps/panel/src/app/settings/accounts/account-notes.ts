import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { CommandLine } from '../../ui/copy/command-line';

const NOTES = ['one_machine', 'hand_over', 'expiry', 'long_lived', 'own_client', 'limits', 'log_out'];

/** What to know before switching: how a machine begins, what breaks sessions, what providers allow. */
@Component({
  selector: 'app-account-notes',
  imports: [CommandLine, RouterLink, TranslocoPipe],
  template: `
    <section class="card" aria-labelledby="account-first">
      <h2 id="account-first">{{ 'accounts.first_title' | transloco }}</h2>
      <ol>
        <li>
          {{ 'accounts.first.key' | transloco }}
          <a routerLink="/settings/keys">{{ 'settings.keys' | transloco }}</a>
        </li>
        @for (step of steps(); track step.text) {
          <li>
            {{ 'accounts.first.' + step.text | transloco }}
            <app-command-line label="accounts.copy_command" [command]="step.command" />
          </li>
        }
        <li>{{ 'accounts.first.capture' | transloco }}</li>
      </ol>
    </section>
    <section class="card" aria-labelledby="account-notes">
      <h2 id="account-notes">{{ 'accounts.notes_title' | transloco }}</h2>
      <ul>
        @for (note of notes; track note) {
          <li>{{ 'accounts.notes.' + note | transloco }}</li>
        }
      </ul>
    </section>
  `,
  styles: `
    :host {
      display: grid;
      gap: 16px;
    }

    section {
      display: flex;
      flex-direction: column;
      gap: 8px;
      padding: 16px;
      color: var(--text-2);
    }

    h2 {
      color: var(--text);
    }

    ul,
    ol {
      max-width: 88ch;
      padding-inline-start: 18px;
      list-style: disc;
    }

    ol {
      list-style: decimal;
    }

    li + li {
      margin-top: 4px;
    }
  `,
})
export class AccountNotes {
  /** The command that switches to the first account. */
  readonly use = input.required<string>();
  protected readonly notes = NOTES;
  /** The same on Linux, macOS and Windows. */
  protected readonly steps = computed(() => [
    { text: 'install', command: `npm install --global ${location.origin}/install/assistant-cli.tgz` },
    { text: 'login', command: `assistant-switch login ${location.origin}` },
    { text: 'use', command: this.use() },
  ]);
}
