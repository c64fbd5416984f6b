import { inject, Injectable, signal } from '@angular/core';
import type { AppointmentClientDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../appointments-api';
import { clientOf, type NamedClient } from './booking-draft';

/** Whose the phone of a new client is. A booking would be that client's, so the user is asked first. */
@Injectable()
export class WhoseNumber {
  private readonly api = inject(AppointmentsApi);
  /** What was asked last: an earlier answer may come later. */
  private asked = '';
  private readonly told = signal<{ of: string; owner: AppointmentClientDto | null } | null>(null);

  /** Null: nobody else's, as far as it was asked for. */
  ownerOf(client: NamedClient): AppointmentClientDto | null {
    const told = this.told();
    return told?.of === JSON.stringify(client) ? told.owner : null;
  }

  /** A failure is no owner: the booking has it too, and says why. */
  async ask(client: NamedClient): Promise<AppointmentClientDto | null> {
    if (client.name.trim() === '' || client.phone.trim() === '') return null;
    const of = JSON.stringify(client);
    this.asked = of;
    const told = this.told();
    if (told?.of === of) return told.owner;
    const owner = await this.api.findOwner(clientOf(client)).catch(() => null);
    if (this.asked === of) this.told.set({ of, owner });
    return owner;
  }
}
