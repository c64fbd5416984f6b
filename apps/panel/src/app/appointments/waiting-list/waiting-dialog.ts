import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  LIMITS,
  resourcesFor,
  type CreateWaitingEntryDto,
  type WaitingEntryDto,
  type WaitingHoursDto,
} from '@groupless/shared-dto';
import { BookableResources } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { ServiceFields } from '../../crm/booking/service-fields';
import { ClientPicker, type ClientRef, type NewClient } from '../../crm/client-picker/client-picker';
import { ShownZone } from '../../crm/shown-zone';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { WaitingListApi } from './waiting-list-api';

interface Draft {
  known: ClientRef | null;
  client: { name: string; phone: string; email: string };
  services: string[];
  /** Empty: whoever is free. */
  resource_id: string;
  from: string;
  to: string;
  /** Empty: any hour. */
  from_time: string;
  to_time: string;
  notes: string;
}

/** Enters somebody on the waiting list; closes with the entry. */
@Component({
  selector: 'app-waiting-dialog',
  imports: [ClientPicker, Field, FormDialog, FormField, ServiceFields, TranslocoPipe],
  templateUrl: './waiting-dialog.html',
  styles: `
    .back {
      align-self: flex-start;
    }
  `,
})
export class WaitingDialog {
  private readonly api = inject(WaitingListApi);
  private readonly dialog = inject<DialogRef<WaitingEntryDto>>(DialogRef);
  private readonly zone = inject(ShownZone);
  private readonly bookable = inject(BookableResources);
  protected readonly services = inject(BookableServices);
  protected readonly today = this.zone.today();
  protected readonly isNew = signal(false);
  private readonly model = signal<Draft>({
    known: inject<ClientRef | null>(DIALOG_DATA),
    client: { name: '', phone: '', email: '' },
    ...{ services: [], resource_id: '', notes: '' },
    ...{ from: this.today, to: this.today, from_time: '', to_time: '' },
  });
  /** Who does all that is chosen. */
  protected readonly resources = computed(() => {
    const { schedules } = this.zone.hours();
    const names = this.services
      .visitOf(this.model().services)
      .reduce(
        (left, { name }) => resourcesFor({ resources: left, schedules }, name),
        [...this.zone.resources()],
      );
    return this.bookable.doers().filter(({ name }) => names.includes(name));
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.known, { when: () => !this.isNew() });
      required(path.client.name, { when: () => this.isNew() });
      maxLength(path.client.name, LIMITS.client_name.max);
      maxLength(path.client.phone, LIMITS.phone.max);
      maxLength(path.client.email, LIMITS.email.max);
      required(path.from);
      required(path.to);
      maxLength(path.notes, LIMITS.description.max);
    },
    { submission: sending((draft: Draft) => this.enter(draft)) },
  );

  protected takeNew({ name }: NewClient): void {
    this.isNew.set(true);
    this.model.update((before) => ({ ...before, client: { ...before.client, name } }));
    setTimeout(() => this.form.client.phone().focusBoundControl());
  }

  protected takeKnown(): void {
    this.isNew.set(false);
    setTimeout(() => this.form.known().focusBoundControl());
  }

  protected takeServices(services: string[]): void {
    this.model.update((before) => ({ ...before, services }));
    const isThere = this.resources().some(({ id }) => id === this.model().resource_id);
    if (!isThere) this.model.update((before) => ({ ...before, resource_id: '' }));
  }

  /** The last day follows the first one. */
  protected takeFirstDay(): void {
    this.model.update((before) => (before.to < before.from ? { ...before, to: before.from } : before));
  }

  private async enter(draft: Draft): Promise<void> {
    const { services, resource_id, from, to, notes } = draft;
    this.dialog.close(
      await this.api.enter({
        ...this.personOf(draft),
        ...(services.length > 0 && { service_ids: services }),
        ...(resource_id !== '' && { resource_id }),
        ...{ from, to, notes, hours: hoursOf(draft) },
      }),
    );
  }

  private personOf({ known, client }: Draft): Pick<CreateWaitingEntryDto, 'client' | 'client_id'> {
    if (!this.isNew() && known !== null) return { client_id: known.id };
    const [phone, email] = [client.phone.trim(), client.email.trim()];
    return {
      client: { name: client.name.trim(), ...(phone !== '' && { phone }), ...(email !== '' && { email }) },
    };
  }
}

function hoursOf({ from_time, to_time }: Draft): WaitingHoursDto | null {
  return from_time === '' && to_time === '' ? null : { from: from_time || '00:00', to: to_time || '24:00' };
}
