import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, submit } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { FormDialog } from '../ui/dialogs/form-dialog';
import { sending } from '../ui/forms/form-submission';
import { ClientFields } from './client-fields';
import { clientOf, clientRules, NEW_CLIENT, type ClientModel } from './client-model';
import { ClientsApi } from './clients-api';
import { DuplicateNotice } from './duplicates/duplicate-notice';
import { similarClients } from './duplicates/similar-clients';

/** Makes a client. The dialog closes with the one that was made. */
@Component({
  selector: 'app-new-client',
  imports: [ClientFields, DuplicateNotice, FormDialog, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'clients.new' | transloco"
      [submit]="'clients.create' | transloco"
      unsaved="clients.new_unsaved"
    >
      <app-client-fields [form]="form">
        @if (refused().length > 0) {
          <app-duplicate-notice class="wide" [clients]="refused()" [text]="'clients.duplicate' | transloco">
            <button type="button" class="button" (click)="createAllTheSame()">
              {{ 'clients.create_all_the_same' | transloco }}
            </button>
          </app-duplicate-notice>
        } @else if (similar().length > 0) {
          <app-duplicate-notice class="wide" [clients]="similar()" [text]="'clients.similar' | transloco" />
        }
      </app-client-fields>
    </app-form-dialog>
  `,
  styles: `
    .wide {
      grid-column: 1 / -1;
    }
  `,
})
export class NewClient {
  private readonly dialog = inject<DialogRef<ClientDto>>(DialogRef);
  private readonly api = inject(ClientsApi);
  private readonly model = signal<ClientModel>(NEW_CLIENT);
  private allowsDuplicate = false;

  protected readonly form = form(this.model, clientRules, {
    submission: sending((client: ClientModel) => this.save(client)),
  });
  private readonly contact = computed(() => ({ phone: this.model().phone, email: this.model().email }), {
    equal: (a, b) => a.phone === b.phone && a.email === b.email,
  });
  protected readonly similar = similarClients(this.contact);
  /** Who the API says has the phone or email that was sent. */
  protected readonly refused = computed(() => {
    const refusal = this.refusal();
    // Of another phone or email nobody has been warned.
    return refusal?.contact === this.contact() ? refusal.clients : [];
  });
  private readonly refusal = signal<{ contact: object; clients: readonly ClientDto[] } | null>(null);

  protected async createAllTheSame(): Promise<void> {
    this.allowsDuplicate = true;
    await submit(this.form);
    this.allowsDuplicate = false;
  }

  private async save(model: ClientModel): Promise<void> {
    this.refusal.set(null);
    const contact = this.contact();
    try {
      const client = clientOf(model);
      this.dialog.close(
        await this.api.create(this.allowsDuplicate ? { ...client, allow_duplicate: true } : client),
      );
    } catch (error) {
      if (!isProblem(error, 'duplicate_client')) throw error;
      const others = await this.api.getSome(error.answer.client_ids ?? []);
      if (others.length === 0) throw error;
      this.refusal.set({ contact, clients: others });
    }
  }
}
