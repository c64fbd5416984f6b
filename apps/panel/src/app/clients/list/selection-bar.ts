import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, inject, input } from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { TranslocoPipe } from '@jsverse/transloco';
import { CLIENT_STATUSES, type ClientDto, type ClientStatus } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Icon } from '../../ui/icon';
import { StatusChip } from '../../ui/status-chip';
import { ClientBatch, type TagChange } from './client-batch';
import { ClientExport } from '../files/client-export';

/** What can be done with the selected clients. */
@Component({
  selector: 'app-selection-bar',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, StatusChip, TranslocoPipe],
  template: `
    @if (batch.progress(); as progress) {
      <progress
        [value]="progress.done"
        [max]="progress.total"
        [attr.aria-label]="'clients.working' | transloco"
      ></progress>
      <span role="status">{{ 'clients.progress' | transloco: progress }}</span>
    } @else {
      <button type="button" class="button" (click)="retag()">
        <svg appIcon="tags" size="14"></svg>{{ 'clients.tag_action' | transloco }}
      </button>
      <button type="button" class="button" [cdkMenuTriggerFor]="statusMenu">
        {{ 'clients.status' | transloco }}<svg appIcon="chevron-down" size="14"></svg>
      </button>
      <button type="button" class="button" (click)="exports.saveSelected(clients())">
        <svg appIcon="download" size="14"></svg>{{ 'clients.export' | transloco }}
      </button>
      <button type="button" class="button" (click)="setStatus('archived')">
        <svg appIcon="archive" size="14"></svg>{{ 'clients.archive' | transloco }}
      </button>
    }
    <ng-template #statusMenu>
      <div class="menu" cdkMenu [attr.aria-label]="'clients.status' | transloco">
        @for (status of statuses; track status) {
          <button type="button" class="menu-item" cdkMenuItem (cdkMenuItemTriggered)="setStatus(status)">
            <app-status-chip [status]="status" />
          </button>
        }
      </div>
    </ng-template>
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }

    progress {
      width: 120px;
      accent-color: var(--accent);
    }
  `,
})
export class SelectionBar {
  readonly clients = input.required<readonly ClientDto[]>();
  /** These were changed: those that failed stay selected. */
  private readonly whenDone = new Subject<readonly string[]>();
  readonly done = outputFromObservable(this.whenDone);
  private readonly dialogs = inject(Dialogs);
  protected readonly batch = inject(ClientBatch);
  protected readonly exports = inject(ClientExport);
  protected readonly statuses = CLIENT_STATUSES;

  protected async setStatus(status: ClientStatus): Promise<void> {
    this.whenDone.next(await this.batch.setStatus(this.clients(), status));
  }

  protected async retag(): Promise<void> {
    const clients = this.clients();
    const tags = [...new Set(clients.flatMap((client) => client.tags))].sort((a, b) => a.localeCompare(b));
    const load = () => import('./tag-clients').then(({ TagClients }) => TagClients);
    const change = await this.dialogs.load<TagChange>(load, {
      data: { count: clients.length, tags },
      autoFocus: 'input',
    });
    if (change === undefined) return;
    this.whenDone.next(await this.batch.retag(clients, change));
  }
}
