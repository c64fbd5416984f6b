import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, DestroyRef, inject, signal } from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { LIMITS, type ApiKeyDto, type CreatedApiKeyDto } from '@groupless/shared-dto';
import { query } from '../../../data/query';
import { Formats } from '../../../i18n/formats';
import { CopiedText } from '../../../ui/copy/copied-text';
import { DialogFrame } from '../../../ui/dialogs/dialog-frame';
import { RelativeTime } from '../../../ui/formats/relative-time';
import { isOfThisComputer } from '../../../ui/this-computer';
import { Toasts } from '../../../ui/toasts/toasts';
import { SettingsApi } from '../../settings-api';

const LOOKS_EVERY_MS = 5_000;

/** Makes a key for who connects the agent, and a link to all that they need. It is shown this once, until the first call is there. */
@Component({
  selector: 'app-technician-dialog',
  imports: [CopiedText, DialogFrame, RelativeTime, TranslocoPipe],
  template: `
    <app-dialog-frame
      [heading]="'chat-agent.technician.title' | transloco"
      [done]="made() === null ? '' : ('chat-agent.technician.kept' | transloco)"
    >
      <div class="stack">
        @if (made(); as key) {
          <p>{{ 'chat-agent.technician.made' | transloco }}</p>
          <app-copied-text label="chat-agent.technician.copy" [text]="url()" />
          @if (isOfThisComputer) {
            <p class="notice notice-danger">
              {{ 'chat-agent.technician.this_computer' | transloco: { origin } }}
            </p>
          } @else {
            <p>
              <a class="button" [href]="mail()">{{ 'chat-agent.technician.mail' | transloco }}</a>
            </p>
          }
          <p class="notice" role="status">
            @if (used(); as at) {
              {{ 'chat-agent.technician.arrived' | transloco }} <app-relative-time [at]="at" />
            } @else {
              {{ 'chat-agent.technician.waits' | transloco }}
            }
          </p>
          <p class="caption">
            {{
              'chat-agent.technician.secret'
                | transloco: { name: key.name, at: formats.dateTime(key.expires_at) }
            }}
          </p>
        } @else {
          <p>{{ 'chat-agent.technician.lead' | transloco }}</p>
          <ul>
            @for (part of parts; track part) {
              <li>{{ 'chat-agent.technician.parts.' + part | transloco }}</li>
            }
          </ul>
        }
      </div>
      <ng-container actions>
        @if (made() === null) {
          <button type="button" class="button button-primary" [disabled]="isMaking()" (click)="make()">
            {{ 'chat-agent.technician.make' | transloco }}
          </button>
        }
      </ng-container>
    </app-dialog-frame>
  `,
  styles: `
    ul {
      padding-left: 20px;
      list-style: disc;
    }
  `,
})
export class TechnicianDialog {
  private readonly api = inject(SettingsApi);
  private readonly dialog = inject(DialogRef);
  private readonly toasts = inject(Toasts);
  private readonly transloco = inject(TranslocoService);
  protected readonly formats = inject(Formats);
  protected readonly origin = location.origin;
  protected readonly isOfThisComputer = isOfThisComputer(location.origin);
  protected readonly parts = ['key', 'steps', 'test'] as const;
  protected readonly isMaking = signal(false);
  protected readonly made = signal<CreatedApiKeyDto | null>(null);
  private readonly keys = query<ApiKeyDto[]>(() => (this.made() === null ? undefined : '/api/settings/keys'));
  /** When the key was used last; null: nobody has called with it. */
  protected readonly used = computed(
    () => this.keys.value()?.find(({ id }) => id === this.made()?.id)?.last_used_at ?? null,
  );
  /** The key stands in the fragment, which no server sees. */
  protected readonly url = computed(() => `${this.origin}/technician#key=${this.made()?.key ?? ''}`);
  protected readonly mail = computed(() => {
    const of = (part: string) =>
      encodeURIComponent(this.transloco.translate(`chat-agent.technician.${part}`));
    return `mailto:?subject=${of('subject')}&body=${of('text')}${encodeURIComponent(`\n\n${this.url()}\n`)}`;
  });

  constructor() {
    const timer = setInterval(() => {
      if (this.made() !== null && this.used() === null) void this.keys.reload();
    }, LOOKS_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  protected async make(): Promise<void> {
    this.isMaking.set(true);
    try {
      // No two keys have one name.
      const at = this.formats.exact(new Date());
      const name = this.transloco.translate('chat-agent.technician.key_name', { at });
      this.made.set(await this.api.createKey({ name, scopes: ['agent'], days: LIMITS.key_days_max }));
      // A click beside it would lose the link.
      this.dialog.disableClose = true;
    } catch (error) {
      this.toasts.failed('chat-agent.technician.not_made', error);
    } finally {
      this.isMaking.set(false);
    }
  }
}
