import { inject, Injectable } from '@angular/core';
import type {
  AffectedAppointmentDto,
  AppointmentDto,
  ChatAgentSettingsDto,
  CreateAppointmentDto,
  KeptTime,
  ReplacedChatAgentSettingsDto,
} from '@groupless/shared-dto';
import { Api, type Versioned } from '../../http/api';
import { isProblem } from '../../http/problem';
import { Confirm } from '../../ui/dialogs/confirm';

const PATH = '/api/settings/chat-agent';

/** A server of an older version, during an update, says nothing of appointments. */
type Replaced = ChatAgentSettingsDto & Partial<ReplacedChatAgentSettingsDto>;

/** What was stored, and which appointments are no longer possible by it. */
export interface ReplacedSettings extends Versioned<ChatAgentSettingsDto> {
  affected: readonly AffectedAppointmentDto[];
  /** How many clients have numbers without a country. */
  phones_as_given: number;
}

@Injectable({ providedIn: 'root' })
export class ChatAgentApi {
  private readonly api = inject(Api);
  private readonly confirm = inject(Confirm);

  /**
   * Stores the settings; where the time zone changes, after a question about the appointments that are to come.
   * @throws Problem `version_mismatch`, `invalid_request`, `appointments_affected` if the user said no
   */
  async replace(settings: ChatAgentSettingsDto, etag: string | null): Promise<ReplacedSettings> {
    try {
      return await this.put(settings, etag);
    } catch (error) {
      if (!isProblem(error, 'appointments_affected')) throw error;
      const kept = await this.askWhatIsKept(error.answer.coming ?? 0, settings.time_zone);
      if (kept === null) throw error;
      return await this.put(settings, etag, kept);
    }
  }

  private async put(
    settings: ChatAgentSettingsDto,
    etag: string | null,
    keep?: KeptTime,
  ): Promise<ReplacedSettings> {
    const query = keep === undefined ? {} : { keep };
    const stored = await this.api.putVersioned<Replaced>(PATH, settings, etag, query);
    const { affected = [], phones_as_given = 0, ...row } = stored.row;
    return { row, etag: stored.etag, affected, phones_as_given };
  }

  private async askWhatIsKept(coming: number, zone: string): Promise<KeptTime | null> {
    const answer = await this.confirm.askWithOption({
      title: 'chat-agent.zone_title',
      text: 'chat-agent.zone_text',
      action: 'chat-agent.zone_change',
      option: 'chat-agent.zone_keep_clock',
      params: { coming, zone },
    });
    if (answer === null) return null;
    return answer.hasOption ? 'clock' : 'moment';
  }

  /** What a booking would become; nothing is booked. */
  tryBooking(booking: CreateAppointmentDto): Promise<AppointmentDto> {
    return this.api.post('/api/appointments', booking, { query: { dry_run: true } });
  }
}
