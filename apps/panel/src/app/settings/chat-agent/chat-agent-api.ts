import { inject, Injectable } from '@angular/core';
import type { AppointmentDto, ChatAgentSettingsDto, CreateAppointmentDto } from '@groupless/shared-dto';
import { Api, type Versioned } from '../../http/api';

const PATH = '/api/settings/chat-agent';

@Injectable({ providedIn: 'root' })
export class ChatAgentApi {
  private readonly api = inject(Api);

  /** @throws Problem `version_mismatch`, `invalid_request` */
  replace(settings: ChatAgentSettingsDto, etag: string | null): Promise<Versioned<ChatAgentSettingsDto>> {
    return this.api.putVersioned(PATH, settings, etag);
  }

  /** What a booking would become; nothing is booked. */
  tryBooking(booking: CreateAppointmentDto): Promise<AppointmentDto> {
    return this.api.post('/api/appointments', booking, { query: { dry_run: true } });
  }
}
