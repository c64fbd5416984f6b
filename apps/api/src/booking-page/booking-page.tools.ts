import { Inject, Injectable } from '@nestjs/common';
import { ANY_RESOURCE, LIMITS, presentName } from '@groupless/shared-dto';
import type { SentLink } from '@groupless/shared-dto/tool-answers';
import { BOOKING_PAGE } from '../appointments/public';
import { BookingRulesService } from '../appointments/rules/booking-rules.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { AppError } from '../platform/errors/app-error';
import { CalendarDate } from '../platform/validation/times/time-fields';
import { Text } from '../platform/validation/fields';
import { TextList } from '../platform/validation/list-fields';
import { BookingPageService, pathOf } from '../settings/booking-page/booking-page.service';
import { choicesOf, demandKnownNames, meantNames, placesOf } from '../shared/known-names';
import { Tool, type Choices, type ToolChoices } from '../shared/tools/tool';
import { hrefOf } from './html/frame';

export class BookingLinkRequest {
  @TextList({ optional: true, ...LIMITS.service_name, most: LIMITS.services_of_visit.max })
  services?: string[];

  @Text({ optional: true, ...LIMITS.resource })
  resource?: string;

  @CalendarDate({ optional: true })
  date?: string;
}

/** What the chat agent does with the booking page. It is offered while the page is on. */
@Injectable()
export class BookingPageTools implements ToolChoices {
  constructor(
    private readonly page: BookingPageService,
    private readonly rules: BookingRulesService,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  async listChoices(): Promise<Choices | null> {
    if ((await this.findUrl()) === null) return null;
    const { services, resources } = await this.rules.of(BOOKING_PAGE);
    const { choose_resource } = await this.page.current();
    return {
      services: services.map(({ name }) => name),
      resource: choose_resource ? choicesOf(resources) : [],
    };
  }

  @Tool({
    name: 'send_booking_link',
    title: 'Link to the booking page',
    description:
      'Make a link to the page on which customers book by themselves, with what is chosen already. Use it in written chats, when ' +
      'somebody wants to look at the times or to book later. Send `url` as it is. It books nothing and holds no time; in a ' +
      'phone call use book_appointment.',
    scopes: ['agent'],
    input: BookingLinkRequest,
    fields: {
      services: 'What they want, in its order.',
      resource: 'With whom; any: whoever is free.',
      date: 'The day they ask for, YYYY-MM-DD.',
    },
    has_choices: true,
    reads: true,
  })
  async send({ services, resource, date }: BookingLinkRequest): Promise<SentLink> {
    const url = await this.findUrl();
    if (url === null)
      throw new AppError('not_found', 'There is no booking page: book with book_appointment.');
    const offer = await this.rules.of(BOOKING_PAGE);
    const meant = meantNames({ services, ...(resource !== undefined && { resource }) }, offer);
    demandKnownNames(meant, offer, { new_resource: false });
    const names = resource === undefined ? [] : [presentName(resource, offer)];
    const [place] = placesOf(names, offer.rows);
    const chosen = {
      service: (meant.services ?? []).flatMap(({ id }) => id ?? []),
      who: place === undefined ? null : (place.resource_id ?? ANY_RESOURCE),
      from: date ?? null,
      day: date ?? null,
    };
    return { say: 'You can book here:', url: hrefOf(url, chosen) };
  }

  /** Null: the page is off, or nobody knows the address of this server. */
  private async findUrl(): Promise<string | null> {
    const { public_url } = this.settings;
    const page = await this.page.current();
    return page.enabled && public_url !== null ? `${public_url}${pathOf(page)}` : null;
  }
}
