import { Injectable } from '@nestjs/common';
import type { AppointmentFiltersDto, AppointmentListQueryDto, PageDto } from '@groupless/shared-dto';
import type { PageInput } from '../../database/pages/read-page';
import type { AppointmentFilters } from '../appointment-filters';
import type { BookedAppointment } from '../appointment.entity';
import { AppointmentsRepository, sortKeys } from '../appointments.repository';
import { AppointmentSearchRepository } from './appointment-search.repository';

/** Which appointments are listed; several values by comma. */
export type AppointmentQuestion = Omit<AppointmentListQueryDto, keyof PageInput> & PageInput;

/** Lists of appointments, by filters and by a search. */
@Injectable()
export class AppointmentListsService {
  constructor(
    private readonly appointments: AppointmentsRepository,
    private readonly searches: AppointmentSearchRepository,
  ) {}

  /** @throws AppError `invalid_cursor` */
  list({
    sort = 'starts_at',
    limit,
    cursor,
    ...question
  }: AppointmentQuestion): Promise<PageDto<BookedAppointment>> {
    const filters = filtersOf(question);
    const { search } = question;
    const page = { limit, cursor };
    return search === undefined
      ? this.appointments.listAppointments(filters, sort, page)
      : this.searches.listFound(search, filters, sortKeys(sort, ''), page);
  }
}

function filtersOf({
  status,
  source,
  resource,
  client_id,
  ...question
}: AppointmentFiltersDto): AppointmentFilters {
  return {
    from: question.from ?? null,
    to: question.to ?? null,
    status: severalOf(status),
    source: severalOf(source),
    // A resource may have a comma in its name.
    resource: resource === undefined ? null : [...new Set([resource, ...resource.split(',')])],
    client_id: severalOf(client_id),
    external_id: question.external_id ?? null,
    chat_id: question.chat_id ?? null,
    updated_since: question.updated_since ?? null,
    created_after: question.created_after ?? null,
    created_before: question.created_before ?? null,
  };
}

function severalOf(values: string | undefined): string[] | null {
  return values?.split(',') ?? null;
}
