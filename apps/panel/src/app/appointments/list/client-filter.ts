import { CdkTrapFocus } from '@angular/cdk/a11y';
import { CdkConnectedOverlay, CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, input, output, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { query } from '../../data/query';
import { Icon } from '../../ui/icon';
import { ClientPicker, type ClientRef } from '../../crm/client-picker/client-picker';

/** Whose appointments are shown, as a chip beside the other filters. */
@Component({
  selector: 'app-client-filter',
  imports: [CdkConnectedOverlay, CdkOverlayOrigin, CdkTrapFocus, ClientPicker, Icon, TranslocoPipe],
  template: `
    <span class="chip" [class.on]="client_id()" cdkOverlayOrigin #origin="cdkOverlayOrigin">
      <button
        type="button"
        class="open"
        aria-haspopup="dialog"
        [attr.aria-expanded]="isOpen()"
        (click)="isOpen.set(true)"
      >
        {{ 'crm.client' | transloco }}
        @if (client_id()) {
          <bdi class="value nowrap">{{ name() }}</bdi>
        } @else {
          <svg appIcon="chevron-down" size="14"></svg>
        }
      </button>
      @if (client_id()) {
        <button
          type="button"
          class="remove"
          [attr.aria-label]="'filter.remove' | transloco: { name: 'crm.client' | transloco }"
          [attr.title]="'filter.remove' | transloco: { name: 'crm.client' | transloco }"
          (click)="chosen.emit(null)"
        >
          <svg appIcon="x" size="12"></svg>
        </button>
      }
    </span>
    <ng-template
      cdkConnectedOverlay
      cdkConnectedOverlayHasBackdrop
      cdkConnectedOverlayBackdropClass="cdk-overlay-transparent-backdrop"
      [cdkConnectedOverlayOrigin]="origin"
      [cdkConnectedOverlayOpen]="isOpen()"
      (backdropClick)="isOpen.set(false)"
      (detach)="isOpen.set(false)"
    >
      <div
        class="menu panel"
        role="dialog"
        cdkTrapFocus
        cdkTrapFocusAutoCapture
        [attr.aria-label]="'crm.client' | transloco"
      >
        <app-client-picker [label]="'crm.client' | transloco" (valueChange)="choose($event)" />
      </div>
    </ng-template>
  `,
  styleUrls: ['../../ui/chip.css', './client-filter.css'],
})
export class ClientFilter {
  /** Empty: everybody's. */
  readonly client_id = input.required<string>();
  readonly chosen = output<string | null>();
  protected readonly isOpen = signal(false);
  private readonly client = query<ClientDto>(() =>
    this.client_id() === '' ? undefined : apiPath`/api/clients/${this.client_id()}`,
  );
  protected readonly name = computed(() => this.client.value()?.name ?? '…');

  protected choose(client: ClientRef | null): void {
    if (client === null) return;
    this.isOpen.set(false);
    this.chosen.emit(client.id);
  }
}
