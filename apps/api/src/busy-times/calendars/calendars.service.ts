import { Inject, Injectable } from '@nestjs/common';
import type { BusyCalendarDto, CreateBusyCalendarDto, PatchBusyCalendarDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import type { RequestKey } from '../../database/request-keys';
import { EventsService } from '../../events/events.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { placeOrAll } from '../../shared/known-names';
import type { Actor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { newId } from '../../shared/new-id';
import { faultOfUrl } from '../../shared/outbound/outbound-url';
import type { BusyCalendar } from './busy-calendar.entity';
import { CalendarReader } from './calendar-reader.service';
import { CalendarsRepository } from './calendars.repository';

/** The addresses of calendars outside, whose events are busy times. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly calendars: CalendarsRepository,
    private readonly reader: CalendarReader,
    private readonly settings: ChatAgentSettingsService,
    private readonly texts: SealedTexts,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly environment: Settings,
  ) {}

  async list(): Promise<BusyCalendarDto[]> {
    return (await this.calendars.listCounted()).map((one) => toDto(one, one.events));
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<BusyCalendarDto> {
    const all = await this.list();
    return found(all.find((one) => one.id === id) ?? null, 'calendar');
  }

  /**
   * Adds a calendar, and reads it soon.
   * @throws AppError `invalid_request` on `url`, `unknown_resource`, `too_many_calendars`
   */
  async create(
    { name, url, show_titles = false, ...place }: CreateBusyCalendarDto,
    actor: Actor,
    request: RequestKey | null,
  ): Promise<BusyCalendarDto> {
    const now = this.clock.now();
    const id = newId(now);
    const calendar: BusyCalendar = {
      id,
      name,
      show_titles,
      ...placeOrAll(place, await this.settings.current()),
      url: this.sealed(url, id),
      etag: null,
      full_read_at: null,
      last_read_at: null,
      last_error: null,
      created_at: now,
      updated_at: now,
    };
    await this.calendars.insertCalendar(calendar, this.eventOf('created', calendar, actor), request);
    this.reader.readSoon(calendar);
    return toDto(calendar, 0);
  }

  /**
   * A new address is read at once in the background.
   * @throws AppError `not_found`, `invalid_request` on `url`, `unknown_resource`, `too_many_calendars`
   */
  async patch(
    id: string,
    { url, resource, resource_id, ...changes }: PatchBusyCalendarDto,
    actor: Actor,
  ): Promise<BusyCalendarDto> {
    const stored = found(await this.calendars.findCalendar(id), 'calendar');
    const place = { resource, resource_id };
    const isPlaced = resource !== undefined || resource_id !== undefined;
    const changed = found(
      await this.calendars.updateCalendar(
        id,
        {
          ...changes,
          updated_at: this.clock.now(),
          ...(isPlaced && placeOrAll(place, await this.settings.current(), stored)),
          ...(url !== undefined && { url: this.sealed(url, id), etag: null, full_read_at: null }),
        },
        this.eventOf('updated', stored, actor),
      ),
      'calendar',
    );
    if (url !== undefined) this.reader.readSoon(changed);
    this.events.announce('block.updated', null);
    return this.get(id);
  }

  /** @throws AppError `not_found` */
  async remove(id: string, actor: Actor): Promise<void> {
    const stored = found(await this.calendars.findCalendar(id), 'calendar');
    found(
      (await this.calendars.deleteCalendar(id, this.eventOf('deleted', stored, actor))) || null,
      'calendar',
    );
    this.events.announce('block.updated', null);
  }

  /** @throws AppError `invalid_request` on `url` */
  private sealed(text: string, id: string): string {
    const address = text.replace(/^webcals?:/i, 'https:');
    const fault = faultOfUrl(address, this.environment.outbound_private);
    if (fault !== null)
      throw invalidRequest([{ field: 'url', code: 'not_allowed', message: `url ${fault}.` }]);
    return this.texts.seal(address, sealedPlace('busy_calendars.url', id));
  }

  private eventOf(what: 'created' | 'updated' | 'deleted', { id, name }: BusyCalendar, actor: Actor) {
    return this.audit.eventOf(actor, {
      action: `calendar.${what}`,
      object: `calendar:${id}`,
      object_name: name,
    });
  }
}

function toDto(calendar: BusyCalendar, events: number): BusyCalendarDto {
  const { id, resource, resource_id, name, show_titles, last_read_at, last_error } = calendar;
  return {
    id,
    resource,
    resource_id,
    name,
    show_titles,
    last_read_at: last_read_at?.toISOString() ?? null,
    last_error,
    events,
    created_at: calendar.created_at.toISOString(),
  };
}
