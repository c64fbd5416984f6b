import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { CopyButton } from '../../ui/copy-button';

const NOTES = ['one_machine', 'hand_over', 'expiry', 'long_lived', 'own_client', 'limits', 'log_out'];

/** What to know before switching: how it is begun and done, what breaks sessions, what providers allow. */
@Component({
  selector: 'app-account-notes',
  imports: [CopyButton, RouterLink, TranslocoPipe],
  template: `
    <section class="card" aria-labelledby="account-first">
      <h2 id="account-first">{{ 'accounts.first_title' | transloco }}</h2>
      <ol>
        <li>
          {{ 'accounts.first.key' | transloco }}
          <a routerLink="/settings/keys">{{ 'settings.keys' | transloco }}</a>
        </li>
        <li>
          {{ 'accounts.first.login' | transloco }}
          <p class="command">
            <code>{{ login }}</code>
            <app-copy-button label="accounts.copy_command" [text]="login" />
          </p>
        </li>
        <li>{{ 'accounts.first.capture' | transloco }}</li>
      </ol>
    </section>
    <section class="card" aria-labelledby="account-notes">
      <h2 id="account-notes">{{ 'accounts.notes_title' | transloco }}</h2>
      <p>{{ 'accounts.notes_command' | transloco }}</p>
      <p class="command">
        <code>{{ example() }}</code>
        <app-copy-button label="accounts.copy_command" [text]="example()" />
      </p>
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

    .command {
      display: flex;
      align-items: center;
      gap: 8px;
      width: fit-content;
      max-width: 100%;
      padding-inline-start: 10px;
      border-radius: var(--radius-control);
      background: var(--surface-2);
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
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AccountNotes {
  /** A command that switches from a copy of the repository. */
  readonly example = input.required<string>();
  protected readonly notes = NOTES;
  protected readonly login = `npm run --silent switch -- login ${location.origin}`;
}
