import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import type { BookingPage } from '../../settings/booking-page/booking-page.entity';
import { BookingPageService } from '../../settings/booking-page/booking-page.service';
import { ChatAgentSettingsService, type CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { NamedRow } from '../../shared/known-names';
import { BOOKING_PAGE, isVisitor } from './visitors';

/** By which settings somebody books. */
@Injectable()
export class BookingRulesService {
  constructor(
    private readonly business: ChatAgentSettingsService,
    private readonly page: BookingPageService,
  ) {}

  /** The settings of the business; for visitors with those of the booking page. */
  async of(caller: Caller): Promise<CurrentSettings> {
    const settings = await this.business.current();
    if (!isVisitor(caller)) return settings;
    const page = await this.page.current();
    const { horizon_days, notice_minutes, confirm: auto_confirm } = page;
    // The page does not depend on the chat agent, and offers starts of the grid alone.
    const always = { enabled: true, agents_on_grid: true, agent_hours: 'working' as const };
    const terms = { ...settings, ...always, horizon_days, notice_minutes, auto_confirm };
    return caller.id === BOOKING_PAGE.id ? offeredOn(page, terms) : terms;
  }
}

/** With what the page offers alone, of which rooms are no persons. */
function offeredOn(page: BookingPage, settings: CurrentSettings): CurrentSettings {
  const { rows } = settings;
  const resources = chosen(rows.resources, page.resource_ids);
  const services = chosen(rows.services, page.service_ids);
  const persons = resources.filter(({ id }) => rows.rooms.every((room) => room.id !== id));
  const offered = persons.length === 0 ? resources : persons;
  const isNamed = (known: readonly NamedRow[], wanted: string) => known.some(({ name }) => name === wanted);
  return {
    ...settings,
    resources: settings.resources.filter((name) => isNamed(offered, name)),
    services: settings.services.filter(({ name }) => isNamed(services, name)),
    rows: { ...rows, resources: offered, services },
  };
}

/** Those with the ids; without any, all. */
function chosen(rows: NamedRow[], ids: readonly string[]): NamedRow[] {
  return ids.length === 0 ? rows : rows.filter(({ id }) => ids.includes(id));
}
