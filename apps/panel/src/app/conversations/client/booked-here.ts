import { inject, Injectable } from '@angular/core';
import type { AppointmentDto, ConversationDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { clientOf } from '../../crm/attendee';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';

const MOST = 20;

/** After a chat was tied to another client: what was booked in it may be that client's too. */
@Injectable({ providedIn: 'root' })
export class BookedHere {
  private readonly appointments = inject(AppointmentsApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /** Asks, and moves them then. */
  async offer({ chat_id }: ConversationDto, client: { id: string; name: string }): Promise<void> {
    const others = await this.listOthers(chat_id, client.id);
    const [first] = others;
    if (first === undefined) return;
    const params = { count: others.length, before: clientOf(first), name: client.name };
    const texts = 'conversations.move_bookings';
    const question = { title: `${texts}.title`, text: `${texts}.text`, action: `${texts}.action`, params };
    if (!(await this.confirm.ask(question))) return;
    try {
      for (const { id } of others) await this.appointments.change(id, { client_id: client.id });
      this.toasts.show(`${texts}.done`, { params });
    } catch (error) {
      this.toasts.failed(`${texts}.failed`, error);
    }
  }

  /** To come, of other clients. A failure asks nothing. */
  private async listOthers(chat_id: string, client_id: string): Promise<AppointmentDto[]> {
    const items = await this.appointments.listComing({ chat_id }, MOST).catch(() => []);
    return items.filter((one) => one.client_id !== client_id);
  }
}
