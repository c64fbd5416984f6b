import { Component, computed, DOCUMENT, inject, input } from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { CopyButton } from '../../ui/copy/copy-button';
import { QrCode } from '../../ui/qr-code';
import { isOfThisComputer } from '../../ui/this-computer';

/** A link to choose a password, and ways to hand it on. It is shown only once. */
@Component({
  selector: 'app-invite-link',
  imports: [CopyButton, QrCode, TranslocoPipe],
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
    @if (isOfThisComputer()) {
      <p class="notice notice-danger">{{ 'users.link.this_computer' | transloco: { host: host() } }}</p>
    } @else {
      <div class="ways">
        <app-qr-code [text]="url()" [label]="'users.link.qr' | transloco" />
        <div class="buttons">
          <a class="button" [href]="mail()">{{ 'users.link.mail' | transloco }}</a>
          @if (canShare) {
            <button type="button" class="button" (click)="share()">
              {{ 'users.link.share' | transloco }}
            </button>
          }
        </div>
      </div>
    }
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

    .ways,
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 12px;
    }

    .buttons {
      flex-direction: column;
      align-items: flex-start;
    }

    .input {
      font-family: var(--mono);
      font-size: 12px;
    }
  `,
})
export class InviteLink {
  readonly name = input.required<string>();
  readonly email = input.required<string>();
  readonly url = input.required<string>();
  private readonly transloco = inject(TranslocoService);
  private readonly navigator = inject(DOCUMENT).defaultView?.navigator;
  protected readonly hours = LIMITS.invite_hours;
  protected readonly canShare = typeof this.navigator?.share === 'function';
  protected readonly host = computed(() => new URL(this.url()).host);
  protected readonly isOfThisComputer = computed(() => isOfThisComputer(this.url()));
  protected readonly mail = computed(() => {
    const { subject, text } = this.words();
    const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${text}\n\n${this.url()}\n`)}`;
    return `mailto:${encodeURIComponent(this.email())}?${query}`;
  });

  protected async share(): Promise<void> {
    const { subject, text } = this.words();
    // Whoever closes the list of programs has chosen none.
    await this.navigator?.share({ title: subject, text, url: this.url() }).catch(() => undefined);
  }

  private words(): { subject: string; text: string } {
    return {
      subject: this.transloco.translate('users.link.subject'),
      text: this.transloco.translate('users.link.text', { hours: this.hours }),
    };
  }
}
