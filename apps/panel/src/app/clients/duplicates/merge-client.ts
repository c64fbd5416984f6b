import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto, ClientDuplicateDto, ClientMergeDto, PageDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { ClientPicker, type ClientRef } from '../../crm/client-picker/client-picker';
import { query } from '../../data/query';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ErrorPanel } from '../../ui/error-panel';
import { Phone } from '../../ui/formats/phone';
import { DateTime } from '../../ui/formats/relative-time';
import { ClientMerges } from './client-merges';

/** Which client becomes part of this one: a likely duplicate, or one that is searched for. Earlier merges can be undone. */
@Component({
  selector: 'app-merge-client',
  imports: [ClientPicker, DateTime, ErrorPanel, Field, FormDialog, FormField, Phone, TranslocoPipe],
  templateUrl: './merge-client.html',
  styleUrls: ['../../ui/lists/people-rows.css', './merge-client.css'],
})
export class MergeClient {
  private readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly client = inject<ClientDto>(DIALOG_DATA);
  private readonly merges = inject(ClientMerges);
  private readonly path = apiPath`/api/clients/${this.client.id}`;
  protected readonly duplicates = query<PageDto<ClientDuplicateDto>>(() => `${this.path}/duplicates`);
  protected readonly isUndoing = signal(false);
  protected readonly merged = query<PageDto<ClientMergeDto>>(() => `${this.path}/merges`);
  protected readonly likely = computed(() => this.duplicates.value()?.items ?? []);

  protected readonly form = form(
    signal<{ other: ClientRef | null }>({ other: null }),
    (path) => {
      validate(path.other, ({ value }) => {
        const other = value();
        if (other === null) return { kind: 'required' };
        return other.id === this.client.id ? { kind: 'same' } : undefined;
      });
    },
    { submission: sending(() => this.merge()) },
  );
  protected readonly other = computed(() => this.form.other().value());
  protected readonly isSame = computed(() => this.other()?.id === this.client.id);

  protected readAgain(): void {
    void this.duplicates.reload();
    void this.merged.reload();
  }

  private async merge(): Promise<void> {
    const other = this.other();
    if (other !== null && (await this.merges.merge(this.client, other))) this.dialog.close(true);
  }

  protected async undo(merge: ClientMergeDto): Promise<void> {
    if (this.isUndoing()) return;
    this.isUndoing.set(true);
    await this.merges.undo(merge);
    await this.merged.reload();
    this.isUndoing.set(false);
  }
}
