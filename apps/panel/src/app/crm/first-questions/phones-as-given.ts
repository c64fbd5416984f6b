import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, Injectable, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PhonesReadDto, ReadPhoneDto, UnreadPhoneDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { FeatureTexts } from '../../i18n/feature-texts';
import { PluralPipe } from '../../i18n/plural';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Phone } from '../../ui/formats/phone';
import { Toasts } from '../../ui/toasts/toasts';
import { CRM_TEXTS } from '../crm-texts';

const PATH = '/api/clients/phones/read';
/** More are counted. */
const MOST_SHOWN = 50;

/** Opens the list of the numbers that came without a country. */
@Injectable({ providedIn: 'root' })
export class PhonesAsGiven {
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(FeatureTexts);

  async open(country: string): Promise<void> {
    await this.texts.add('crm', CRM_TEXTS);
    this.dialogs.open(PhonesAsGivenDialog, { data: country, width: 'min(640px, calc(100vw - 32px))' });
  }
}

/** What the numbers would be in the country of `data`, and reads them. */
@Component({
  selector: 'app-phones-as-given',
  imports: [DialogFrame, Phone, PluralPipe, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'crm.phones.title' | transloco">
      <div class="stack">
        @if (shown().read.length > 0) {
          <p>{{ 'crm.phones.read' | plural: shown().read.length }}</p>
          <ul>
            @for (one of shown().read.slice(0, most); track one.id) {
              <li>
                <bdi>{{ one.name }}</bdi>: <bdi>{{ one.phone_as_given }}</bdi> →
                <strong>{{ one.phone | phone }}</strong>
              </li>
            }
          </ul>
        }
        @if (shown().left.length > 0) {
          <p>{{ 'crm.phones.left' | plural: shown().left.length }}</p>
          <ul>
            @for (one of shown().left.slice(0, most); track one.id) {
              <li>
                <bdi>{{ one.name }}</bdi>: <bdi>{{ one.phone_as_given }}</bdi>
                <span class="caption">
                  {{ 'crm.phones.why.' + one.why | transloco: { name: one.with?.name ?? '' } }}
                </span>
              </li>
            }
          </ul>
        }
        @if (isRead() && shown().read.length + shown().left.length === 0) {
          <p>{{ 'crm.phones.none' | transloco }}</p>
        }
      </div>
      <ng-container actions>
        <button type="button" class="button" (click)="dialog.close()">
          {{ 'dialog.close' | transloco }}
        </button>
        @if (shown().read.length > 0) {
          <button type="button" class="button button-primary" [disabled]="isBusy()" (click)="store()">
            {{ 'crm.phones.store' | plural: shown().read.length }}
          </button>
        }
      </ng-container>
    </app-dialog-frame>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class PhonesAsGivenDialog {
  protected readonly dialog = inject<DialogRef>(DialogRef);
  private readonly country = inject<string>(DIALOG_DATA);
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);
  protected readonly most = MOST_SHOWN;
  protected readonly isBusy = signal(true);
  private readonly tried = signal<Read | null>(null);
  protected readonly isRead = computed(() => this.tried() !== null);
  protected readonly shown = computed(() => this.tried() ?? NOTHING);

  constructor() {
    void this.look();
  }

  protected async store(): Promise<void> {
    this.isBusy.set(true);
    try {
      const { read } = await this.readAll(false);
      this.toasts.show('crm.phones.stored', { params: { count: read.length } });
      this.dialog.close();
    } catch (error) {
      this.toasts.failed('crm.phones.not_stored', error);
      await this.look();
    }
  }

  private async look(): Promise<void> {
    try {
      this.tried.set(await this.readAll(true));
    } catch (error) {
      this.toasts.failed('crm.phones.not_stored', error);
    } finally {
      this.isBusy.set(false);
    }
  }

  private async readAll(dry_run: boolean): Promise<Read> {
    const all: Read = { read: [], left: [] };
    for (let after: string | null = null, isLast = false; !isLast;) {
      const request: object = { country: this.country, dry_run, ...(after !== null && { after }) };
      const { read, left, next }: PhonesReadDto = await this.api.post<PhonesReadDto>(PATH, request);
      all.read.push(...read);
      all.left.push(...left);
      after = next;
      isLast = next === null;
    }
    return all;
  }
}

interface Read {
  read: ReadPhoneDto[];
  left: UnreadPhoneDto[];
}

const NOTHING: Read = { read: [], left: [] };
