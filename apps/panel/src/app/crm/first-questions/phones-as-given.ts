import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, Injectable, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { FeatureTexts } from '../../i18n/feature-texts';
import { PluralPipe } from '../../i18n/plural';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Phone } from '../../ui/formats/phone';
import { Toasts } from '../../ui/toasts/toasts';
import { CRM_TEXTS } from '../crm-texts';
import { FirstQuestionsApi, type PhonesRead } from './first-questions-api';

/** More are counted. */
const MOST_SHOWN = 50;

/** Opens the list of the numbers that came without a country. */
@Injectable({ providedIn: 'root' })
export class PhonesAsGiven {
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(FeatureTexts);

  async open(country: string): Promise<void> {
    await this.texts.add('crm', CRM_TEXTS);
    void this.dialogs.open(PhonesAsGivenDialog, { data: country, width: 'min(640px, calc(100vw - 32px))' });
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
})
export class PhonesAsGivenDialog {
  protected readonly dialog = inject<DialogRef>(DialogRef);
  private readonly country = inject<string>(DIALOG_DATA);
  private readonly api = inject(FirstQuestionsApi);
  private readonly toasts = inject(Toasts);
  protected readonly most = MOST_SHOWN;
  protected readonly isBusy = signal(true);
  private readonly tried = signal<PhonesRead | null>(null);
  protected readonly isRead = computed(() => this.tried() !== null);
  protected readonly shown = computed(() => this.tried() ?? NOTHING);

  constructor() {
    void this.look();
  }

  protected async store(): Promise<void> {
    this.isBusy.set(true);
    try {
      const { read } = await this.api.readPhones(this.country, false);
      this.toasts.show('crm.phones.stored', { params: { count: read.length } });
      this.dialog.close();
    } catch (error) {
      this.toasts.failed('crm.phones.not_stored', error);
      await this.look();
    }
  }

  private async look(): Promise<void> {
    try {
      this.tried.set(await this.api.readPhones(this.country, true));
    } catch (error) {
      this.toasts.failed('crm.phones.not_stored', error);
    } finally {
      this.isBusy.set(false);
    }
  }
}

const NOTHING: PhonesRead = { read: [], left: [] };
