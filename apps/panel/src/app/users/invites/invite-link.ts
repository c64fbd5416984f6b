import { Component, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { CopyButton } from '../../ui/copy/copy-button';

/** A link to choose a password. It is shown only once. */
@Component({
  selector: 'app-invite-link',
  imports: [CopyButton, TranslocoPipe],
  template: `
    <p class="lead">{{ 'users.link.lead' | transloco: { name: name() } }}</p>
    <div class="link">
      <input
        class="input"
        readonly
        [attr.aria-label]="'users.link.label' | transloco"
        [value]="url()"
        (focus)="$any($event.target).select()"
      />
      <app-copy-button label="users.link.copy" [text]="url()" />
    </div>
    <p class="notice" role="status">{{ 'users.link.once' | transloco: { hours } }}</p>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 12px;
    }

    .lead {
      color: var(--text-2);
      font: var(--text-form);
    }

    .link {
      display: flex;
      align-items: center;
      gap: 4px;
    }

    .input {
      font-family: var(--mono);
      font-size: 12px;
    }
  `,
})
export class InviteLink {
  readonly name = input.required<string>();
  readonly url = input.required<string>();
  protected readonly hours = LIMITS.invite_hours;
}
