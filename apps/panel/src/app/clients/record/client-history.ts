import { Component, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientChangeDto, ClientFieldChangeDto, ClientFieldValue } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { pageList } from '../../data/page-list';
import { isProblem } from '../../http/problem';
import { Texts } from '../../i18n/texts';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { DateTime } from '../../ui/formats/relative-time';
import { Icon } from '../../ui/icon';
import { LongText } from '../../ui/long-text';
import { ClientsApi } from '../clients-api';
import { FieldValues } from '../field-values';
import { ListFrame } from '../../ui/lists/list-frame';

/** What the fields of a client were before, the latest change first, and the way to put it back. */
@Component({
  selector: 'app-client-history',
  imports: [ListFrame, DateTime, Icon, LongText, TranslocoPipe],
  template: `
    <app-list-frame [of]="list" none="clients.history.none">
      <svg icon appIcon="scroll-text"></svg>
      <ol>
        @for (entry of list.items(); track entry.version) {
          <li>
            <p class="line caption">
              <span class="nowrap"
                >{{ 'clients.history.causes.' + entry.cause | transloco
                }}<bdi>{{ entry.user?.name ?? entry.key_name }}</bdi></span
              >
              <app-date-time [at]="entry.at" />
            </p>
            @for (change of entry.changes; track change.field) {
              <section>
                <p class="line">
                  <strong>{{ 'clients.' + change.field | transloco }}</strong>
                  @if (mayWrite()) {
                    <button
                      type="button"
                      class="link-button"
                      [attr.aria-label]="
                        'clients.history.put_back_field' | transloco: { field: nameOf(change) }
                      "
                      [disabled]="isBusy()"
                      (click)="putBack(entry, change)"
                    >
                      {{ 'clients.history.put_back' | transloco }}
                    </button>
                  }
                </p>
                <p class="before" dir="auto">
                  <span class="visually-hidden">{{ 'clients.history.before' | transloco }}</span>
                  <app-long-text [text]="shown(change, change.before)" />
                </p>
                <p class="after" dir="auto">
                  <span aria-hidden="true">→ </span>
                  <span class="visually-hidden">{{ 'clients.history.after' | transloco }}</span>
                  <app-long-text [text]="shown(change, change.after)" />
                </p>
              </section>
            }
          </li>
        }
      </ol>
    </app-list-frame>
  `,
  styleUrl: './client-records.css',
  styles: `
    li {
      padding: 12px 0;
    }

    section {
      margin-top: 8px;
    }

    bdi:not(:empty) {
      margin-inline-start: 6px;
    }

    .before,
    .after {
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }

    .before {
      color: var(--text-2);
    }
  `,
})
export class ClientHistory {
  readonly client_id = input.required<string>();
  private readonly api = inject(ClientsApi);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  private readonly texts = inject(Texts);
  private readonly values = inject(FieldValues);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly isBusy = signal(false);
  protected readonly list = pageList<ClientChangeDto>(
    () => ({ url: apiPath`/api/clients/${this.client_id()}/history` }),
    { page: 20 },
  );

  protected nameOf({ field }: ClientFieldChangeDto): string {
    return this.texts.of(`clients.${field}`);
  }

  protected shown({ field }: ClientFieldChangeDto, value: ClientFieldValue): string {
    return this.values.shown(field, value);
  }

  protected async putBack(entry: ClientChangeDto, change: ClientFieldChangeDto): Promise<void> {
    if (this.isBusy()) return;
    this.isBusy.set(true);
    try {
      if (await this.send(entry, change)) this.toasts.show('clients.history.done');
    } catch (error) {
      this.toasts.failed('clients.history.failed', error);
    } finally {
      this.isBusy.set(false);
    }
  }

  /** Asks where somebody else has the phone or email by now. */
  private async send({ version }: ClientChangeDto, { field }: ClientFieldChangeDto): Promise<boolean> {
    const send = (allow_duplicate: boolean) =>
      this.api.putBack(this.client_id(), version, { fields: [field], allow_duplicate });
    try {
      await send(false);
    } catch (error) {
      if (!isProblem(error, 'duplicate_client')) throw error;
      const question = { title: 'clients.history.twice_title', text: 'clients.history.twice_text' };
      if (!(await this.confirm.ask({ ...question, action: 'clients.history.put_back' }))) return false;
      await send(true);
    }
    await this.list.reload();
    return true;
  }
}
