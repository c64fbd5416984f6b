import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuditEventDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Phone } from '../../ui/formats/phone';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { AuditAction } from './audit-action';
import { pathOf } from './audit-actions';

/** One entry of the audit with all that is known of it. */
@Component({
  selector: 'app-audit-dialog',
  imports: [AuditAction, DialogFrame, KeyValue, KeyValues, Phone, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'users.audit.entry' | transloco">
      <app-key-values>
        <app-key-value [label]="'users.audit.what' | transloco">
          <app-audit-action [action]="event.action" />
        </app-key-value>
        <app-key-value [label]="'users.audit.at' | transloco">{{ formats.exact(event.at) }}</app-key-value>
        <app-key-value [label]="'users.audit.who' | transloco">{{ who }}</app-key-value>
        @if (event.key_id !== null) {
          <app-key-value [label]="'users.audit.key_id' | transloco">{{ event.key_id }}</app-key-value>
        }
        <app-key-value [label]="'users.audit.ip' | transloco">{{ event.ip ?? '–' }}</app-key-value>
        <app-key-value [label]="'users.audit.object' | transloco">
          @if (path === null) {
            <bdi>{{ name | phone }}</bdi>
          } @else {
            <button type="button" class="link-button" (click)="go(path)">
              <bdi>{{ name | phone }}</bdi>
            </button>
          }
        </app-key-value>
        @if (event.object_name !== null) {
          <app-key-value [label]="'users.audit.object_id' | transloco">{{ event.object }}</app-key-value>
        }
        @for (detail of details; track detail.name) {
          <app-key-value [label]="detail.name">{{ detail.value }}</app-key-value>
        }
      </app-key-values>
    </app-dialog-frame>
  `,
})
export class AuditDialog {
  private readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly router = inject(Router);
  protected readonly event = inject<AuditEventDto>(DIALOG_DATA);
  protected readonly formats = inject(Formats);
  protected readonly path = pathOf(this.event.object);
  protected readonly name = this.event.object_name ?? this.event.object ?? '–';
  protected readonly details = Object.entries(this.event.details).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  protected readonly who = whoDid(this.event);

  protected go(path: string): void {
    this.dialog.close();
    void this.router.navigateByUrl(path);
  }
}

function whoDid({ user, key_name }: AuditEventDto): string {
  if (user !== null) return user.name === null ? user.id : `${user.name} (${user.email ?? ''})`;
  return key_name ?? '–';
}
