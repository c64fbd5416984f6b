import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Toasts } from '../../ui/toasts/toasts';
import { CopyButton } from '../../ui/copy/copy-button';
import { BookableResources } from '../../crm/bookable-resources';
import { AppointmentsApi } from '../../crm/appointments-api';

/** The address under which other calendars read the appointments. It is shown only when it is made. */
@Component({
  selector: 'app-calendar-link-dialog',
  imports: [CopyButton, DialogFrame, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'appointments.link_title' | transloco">
      <p class="lead">{{ 'appointments.link_lead' | transloco }}</p>
      <div role="status">
        @if (address(); as url) {
          <p class="address">
            <code>{{ url }}</code>
            <app-copy-button label="appointments.link_copy" [text]="url" />
          </p>
          <p class="caption">{{ 'appointments.link_once' | transloco }}</p>
        } @else {
          @if (hasOwn()) {
            <label class="check">
              <input type="checkbox" [checked]="isOwn()" (change)="isOwn.set(!isOwn())" />
              {{ 'appointments.link_own' | transloco }}
            </label>
          }
          <p class="notice">{{ 'appointments.link_rotates' | transloco }}</p>
        }
      </div>
      <ng-container actions>
        <button type="button" class="button" (click)="dialog.close()">
          {{ 'dialog.close' | transloco }}
        </button>
        @if (address() === null) {
          <button type="button" class="button button-primary" [disabled]="isBusy()" (click)="make()">
            {{ 'appointments.link_make' | transloco }}
          </button>
        }
      </ng-container>
    </app-dialog-frame>
  `,
  styles: `
    .lead {
      margin-bottom: 12px;
      color: var(--text-2);
      font: var(--text-form);
    }

    .check {
      display: flex;
      gap: 8px;
      margin-bottom: 12px;
      font: var(--text-form);
    }

    .address {
      display: flex;
      align-items: center;
      gap: 8px;
      padding: 8px 8px 8px 12px;
      border: 1px solid var(--border);
      border-radius: var(--radius-control);
      background: var(--surface-2);
    }

    code {
      flex: 1;
      min-width: 0;
    }

    .caption {
      margin-top: 8px;
    }
  `,
})
export class CalendarLinkDialog {
  private readonly api = inject(AppointmentsApi);
  private readonly toasts = inject(Toasts);
  protected readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly bookable = inject(BookableResources);
  protected readonly hasOwn = computed(() => this.bookable.own().length > 0);
  /** Whether it is to show the own appointments alone. */
  protected readonly isOwn = signal(false);
  protected readonly address = signal<string | null>(null);
  protected readonly isBusy = signal(false);

  protected async make(): Promise<void> {
    this.isBusy.set(true);
    try {
      const { calendar_url } = await this.api.newCalendarAddress();
      this.address.set(this.isOwn() ? `${calendar_url}&mine=true` : calendar_url);
      // Neither Escape nor a click beside it hides an address that can never be shown again.
      this.dialog.disableClose = true;
    } catch (error) {
      this.toasts.failed('appointments.link_failed', error);
    } finally {
      this.isBusy.set(false);
    }
  }
}
