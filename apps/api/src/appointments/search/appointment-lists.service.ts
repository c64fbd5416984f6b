import { Injectable } from '@nestjs/common';
import type { AppointmentFiltersDto, AppointmentListQueryDto } from '@groupless/shared-dto';
import type { PageInput } from '../../database/pages/read-page';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { firstInstantOf } from '../../platform/validation/times/day-or-time';
import { rangeBetween } from '../../platform/validation/times/time-range';
import type { JsonText } from '../../platform/http/json-text';
import type { AppointmentFilters } from '../appointment-filters';
import { APPOINTMENT_JSON } from '../appointment-json';
import { readPlaces } from '../../shared/known-names';
import { AppointmentSearchRepository } from './appointment-search.repository';

/** The filters of a list; several values are separated by commas. */
export type AppointmentQuestion = Omit<AppointmentListQueryDto, keyof PageInput> & PageInput;

/** Lists of appointments, by filters and by a search. */
@Injectable()
export class AppointmentListsService {
  constructor(
    private readonly appointments: AppointmentSearchRepository,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  /**
   * @param row an expression that makes the JSON of an appointment
   * @throws AppError `invalid_cursor`, `invalid_request` for a `from` later than `to`
   */
  async list(
    { sort = 'starts_at', limit, cursor, ...question }: AppointmentQuestion,
    row = APPOINTMENT_JSON,
  ): Promise<JsonText> {
    const settings = await this.settings.current();
    // A resource may have a comma in its name.
    const places = readPlaces(question, settings, (text) => [text, ...text.split(',')]);
    const { resource, resource_id } = places;
    const rooms = settings.rows.rooms.filter(
      ({ id, name }) => (resource_id?.includes(id) ?? false) || (resource?.includes(name) ?? false),
    );
    const filters = {
      ...filtersOf(question),
      time_zone: settings.time_zone,
      ...(await this.readRange(question)),
      ...places,
      room_id: rooms.length === 0 ? null : rooms.map(({ id }) => id),
    };
    const { search } = question;
    const page = { limit, cursor };
    return search === undefined
      ? this.appointments.listAll(row, filters, sort, page)
      : this.appointments.listFound(row, search, filters, sort, page);
  }

  /**
   * The requested range. Days are read in the time zone of the business.
   * @throws AppError `invalid_request` for a `from` later than `to`
   */
  async readRange({ from, to }: AppointmentFiltersDto): Promise<Pick<AppointmentFilters, 'from' | 'to'>> {
    if (from === undefined && to === undefined) return { from: null, to: null };
    const { time_zone } = await this.settings.current();
    const read = (text: string | undefined) => (text === undefined ? null : firstInstantOf(text, time_zone));
    return rangeBetween(read(from), read(to));
  }
}

function filtersOf({
  status,
  source,
  client_id,
  ...question
}: AppointmentFiltersDto): Omit<
  AppointmentFilters,
  'from' | 'to' | 'resource' | 'resource_id' | 'room_id' | 'time_zone'
> {
  return {
    status: severalOf(status),
    source: severalOf(source),
    client_id: severalOf(client_id),
    external_id: question.external_id ?? null,
    chat_id: question.chat_id ?? null,
    series_id: question.series_id ?? null,
    updated_since: question.updated_since ?? null,
    created_after: question.created_after ?? null,
    created_before: question.created_before ?? null,
    ended_before: question.ended_before ?? null,
    starts_after: question.starts_after ?? null,
    service_id: severalOf(question.service_id),
    made_by: question.made_by ?? null,
    moved: question.moved ?? null,
    weekday: question.weekday ?? null,
    hour: question.hour ?? null,
  };
}

function severalOf(values: string | undefined): string[] | null {
  return values?.split(',') ?? null;
}
