import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto, ClientDuplicateDto, ClientMergeDto, PageDto } from '@groupless/shared-dto';
import { ClientPicker, type ClientRef } from '../../crm/client-picker';
import { query } from '../../http/query';
import { DialogFrame } from '../../layout/dialogs/dialog-frame';
import { Field } from '../../ui/forms/field';
import { ErrorPanel } from '../../ui/error-panel';
import { Phone } from '../../ui/formats/phone';
import { DateTime } from '../../ui/formats/relative-time';
import { ClientMerges } from './client-merges';

/** Which client becomes part of this one: a likely duplicate, or one that is searched for. Earlier merges can be undone. */
@Component({
  selector: 'app-merge-client',
  imports: [ClientPicker, DateTime, DialogFrame, ErrorPanel, Field, Phone, TranslocoPipe],
  templateUrl: './merge-client.html',
  styleUrls: ['../../ui/lists/people-rows.css', './merge-client.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MergeClient {
  protected readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly client = inject<ClientDto>(DIALOG_DATA);
  private readonly merges = inject(ClientMerges);
  private readonly path = `/api/clients/${encodeURIComponent(this.client.id)}`;
  protected readonly duplicates = query<PageDto<ClientDuplicateDto>>(() => `${this.path}/duplicates`);
  protected readonly merged = query<PageDto<ClientMergeDto>>(() => `${this.path}/merges`);
  protected readonly likely = computed(() => this.duplicates.value()?.items ?? []);

  protected readonly chosen = signal<ClientRef | null>(null);
  protected readonly isSame = computed(() => this.chosen()?.id === this.client.id);
  protected readonly isReady = computed(() => this.chosen() !== null && !this.isSame());

  protected readAgain(): void {
    void this.duplicates.reload();
    void this.merged.reload();
  }

  protected async merge(event: Event): Promise<void> {
    event.preventDefault();
    const other = this.chosen();
    if (other === null || this.isSame()) return;
    if (await this.merges.merge(this.client, other)) this.dialog.close();
  }

  protected async undo(merge: ClientMergeDto): Promise<void> {
    await this.merges.undo(merge);
    await this.merged.reload();
  }
}
