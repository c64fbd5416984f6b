import { Injectable } from '@nestjs/common';
import { inOneLine, LIMITS, type WaitingHoursDto } from '@groupless/shared-dto';
import type { JoinedWaitingList } from '@groupless/shared-dto/tool-answers';
import { BookedClient } from '../appointments/public';
import { ClientContactsService } from '../clients/contacts/client-contacts.service';
import type { KeyActor } from '../platform/access/caller';
import { AppError } from '../platform/errors/app-error';
import { Text } from '../platform/validation/fields';
import { TextList } from '../platform/validation/list-fields';
import { ObjectOf } from '../platform/validation/object-fields';
import { CalendarDate } from '../platform/validation/times/time-fields';
import { TimeOfDay } from '../platform/validation/times/time-of-day';
import { BookingPageService } from '../settings/booking-page/booking-page.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { bookableNames, choicesOf } from '../shared/known-names';
import { Tool, type Choices, type ToolChoices, type ToolContext } from '../shared/tools/tool';
import { WaitingListService } from './waiting-list.service';

export class JoinByModelRequest {
  @ObjectOf(() => BookedClient, {})
  client: BookedClient;

  @TextList({ optional: true, ...LIMITS.service_name, most: LIMITS.services_of_visit.max })
  services?: string[];

  @Text({ optional: true, ...LIMITS.resource })
  resource?: string;

  @CalendarDate({})
  from: string;

  @CalendarDate({ optional: true })
  to?: string;

  @TimeOfDay({ optional: true, latest: '23:59' })
  from_time?: string;

  @TimeOfDay({ optional: true, latest: '24:00' })
  to_time?: string;

  @Text({ optional: true, ...LIMITS.description })
  notes?: string;
}

/** What the chat agent does with the waiting list. It is offered while times are offered to who waits. */
@Injectable()
export class WaitingListTools implements ToolChoices {
  constructor(
    private readonly entries: WaitingListService,
    private readonly page: BookingPageService,
    private readonly clients: ClientContactsService,
    private readonly business: ChatAgentSettingsService,
  ) {}

  async listChoices(): Promise<Choices | null> {
    if (!(await this.page.current()).waiting_list) return null;
    const settings = await this.business.current();
    return {
      services: settings.services.map(({ name }) => name),
      resource: choicesOf(bookableNames(settings)),
    };
  }

  @Tool({
    name: 'join_waiting_list',
    title: 'Join the waiting list',
    description:
      'Enter a customer who wants a time that is not free. Use it once free_times has nothing that suits, and the customer wants to be ' +
      'told when a time gets free. They are told in this chat or by mail, so ask for an email in a phone call. It books nothing ' +
      'and promises nothing.',
    scopes: ['agent'],
    input: JoinByModelRequest,
    fields: {
      client: {
        text: 'Who waits.',
        fields: { name: '', phone: 'With its country code, such as +12125550123.', email: '' },
      },
      services: 'What they want, in its order.',
      resource: 'With whom; any: whoever is free.',
      from: 'The first day that suits, YYYY-MM-DD.',
      to: 'The last day; only that day unless given.',
      from_time: 'The earliest start of a day, such as 16:00.',
      to_time: 'The latest end of a day.',
      notes: 'What the team should know.',
    },
    has_choices: true,
    repeats: true,
  })
  async join(
    { client, services, resource, from, to = from, from_time, to_time, notes = '' }: JoinByModelRequest,
    actor: KeyActor,
    context: ToolContext,
  ): Promise<JoinedWaitingList> {
    if (!(await this.page.current()).waiting_list)
      throw new AppError(
        'not_found',
        'There is no waiting list: offer times that are free, or take a message.',
      );
    const { phone: told, ...person } = client;
    const { chat_id, caller_phone } = context;
    const { phone_region } = await this.business.current();
    const { contact: phone, note } = this.clients.hearCaller(told, caller_phone, { phone_region });
    const heard = [notes, note].filter((text) => text !== '').join('\n');
    const { entry, is_new } = await this.entries.join(
      {
        client: { ...person, ...phone },
        ...(services !== undefined && { services }),
        ...(resource !== undefined && { resource }),
        ...{ from, to, hours: hoursOf(from_time, to_time), notes: heard },
        ...(chat_id !== null && { chat_id }),
      },
      actor,
    );
    const what = inOneLine(entry.services.map((name) => ({ name })));
    const days = from === to ? `on ${from}` : `from ${from} to ${to}`;
    const say = `${is_new ? 'You are' : 'You are already'} on the waiting list${what === '' ? '' : ` for ${what}`} ${days}. You are told when a time gets free.`;
    return { say, ...(!is_new && { already_waiting: true }) };
  }
}

function hoursOf(from: string | undefined, to: string | undefined): WaitingHoursDto | null {
  return from === undefined && to === undefined ? null : { from: from ?? '00:00', to: to ?? '24:00' };
}
