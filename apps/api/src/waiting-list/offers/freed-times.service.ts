import { Injectable } from '@nestjs/common';
import type { FittingEntryDto, FreedTimeDto } from '@groupless/shared-dto';
import { BookingLinksService } from '../../appointments/links/booking-links.service';
import { Clock } from '../../platform/clock';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { NamedRow } from '../../shared/known-names';
import { toWaitingEntryDto } from '../waiting-entry.mapper';
import { FittingTimesService, type KnownTimes } from './fitting-times.service';
import { localDate } from './local-days';
import { OffersRepository, type FreedRow } from './offers.repository';

const MOST = 50;

/** The times that got free with those whom they suit, for people to see. */
@Injectable()
export class FreedTimesService {
  constructor(
    private readonly offers: OffersRepository,
    private readonly fitting: FittingTimesService,
    private readonly links: BookingLinksService,
    private readonly business: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /** By time. One that nobody waits for, that was taken since, or that can be taken back, is left out. */
  async list(): Promise<FreedTimeDto[]> {
    const listed: FreedTimeDto[] = [];
    const seen = new Set<string>();
    const { time_zone } = await this.business.current();
    for (const freed of await this.offers.listComing(this.clock.now(), time_zone, MOST)) {
      const key = JSON.stringify([freed.resource_id, freed.start, freed.end]);
      if (seen.has(key)) continue;
      seen.add(key);
      const fitting = await this.fittingOf(freed);
      if (fitting.length === 0) continue;
      const places = await this.places();
      listed.push({
        resource: places.find(({ id }) => id === freed.resource_id)?.name ?? null,
        resource_id: freed.resource_id,
        starts_at: new Date(freed.start).toISOString(),
        ends_at: new Date(freed.end).toISOString(),
        fitting,
      });
    }
    return listed;
  }

  private async fittingOf(freed: FreedRow): Promise<FittingEntryDto[]> {
    const { appointment_id, start, end } = freed;
    if (appointment_id !== null && (await this.links.isKept(appointment_id))) return [];
    const { time_zone } = await this.business.current();
    const days = { from: localDate(start, time_zone), to: localDate(end - 1, time_zone) };
    const known: KnownTimes = new Map();
    const places = await this.places();
    const fitting: FittingEntryDto[] = [];
    for (const entry of await this.offers.listWaiting(days, null)) {
      const time = await this.fitting.find(freed, entry, known);
      const place = time === null ? undefined : places.find(({ name }) => name === time.resource);
      if (time === null || place === undefined) continue;
      fitting.push({
        entry: toWaitingEntryDto(entry),
        starts_at: new Date(time.start).toISOString(),
        ends_at: new Date(time.end).toISOString(),
        resource: place.name,
        resource_id: place.id,
      });
    }
    return fitting;
  }

  private async places(): Promise<NamedRow[]> {
    const { rows } = await this.business.current();
    return [...rows.resources, ...rows.rooms];
  }
}
