import { inject, Injectable } from '@angular/core';
import { ANY_RESOURCE, type BusyTimeDto, type SeriesConflictDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { AppointmentsApi } from '../appointments-api';
import { attendeeOf } from '../attendee';
import { closureAt, openingHoursOf } from '../opening-hours';
import { type ShownZone } from '../shown-zone';
import { endOf } from '../slot-times';

/** A text with what stands in its gaps. */
export interface Words {
  key: string;
  params: Record<string, string>;
}

/** As many are looked up by name: each is a request. */
const MOST_NAMED = 30;

/** Says by name what is in the way of the times of a series. */
@Injectable({ providedIn: 'root' })
export class SeriesObstacles {
  private readonly api = inject(Api);
  private readonly appointments = inject(AppointmentsApi);

  /** By the start of each conflict. A series that moves is not in its own way. */
  async name(
    conflicts: readonly SeriesConflictDto[],
    { resource, resource_id, minutes, zone, series_id = null }: Where,
  ): Promise<Map<string, Words>> {
    const named = conflicts.map(async (conflict, index): Promise<[string, Words]> => {
      const { starts_at, code } = conflict;
      const plain: Words = { key: `crm.series.because.${code}`, params: {} };
      if (code === 'outside_hours') {
        const reason = closureAt(openingHoursOf(zone.hours(), resource), starts_at, minutes);
        return [starts_at, reason === '' ? plain : { key: 'crm.closed_because', params: { reason } }];
      }
      if (index >= MOST_NAMED || resource === ANY_RESOURCE) return [starts_at, plain];
      const place = resource_id === undefined ? { resource } : { resource_id };
      const times = { starts_at, ends_at: endOf(starts_at, minutes), place };
      const look = code === 'busy' ? this.busy(times, zone) : this.holder(times, zone, series_id);
      return [starts_at, (await look.catch(() => null)) ?? plain];
    });
    return new Map(await Promise.all(named));
  }

  private async holder(
    { starts_at, ends_at, place }: Times,
    zone: ShownZone,
    series_id: string | null,
  ): Promise<Words | null> {
    const held = await this.appointments.liveBetween(place, starts_at, ends_at);
    const holder = held.find((one) => series_id === null || one.series_id !== series_id);
    if (holder === undefined) return null;
    const time = zone.times(holder.starts_at, holder.ends_at);
    return { key: 'crm.held', params: { name: attendeeOf(holder), time, resource: holder.resource } };
  }

  private async busy({ starts_at, ends_at, place }: Times, zone: ShownZone): Promise<Words | null> {
    const query = { from: starts_at, to: ends_at, ...place };
    const [busy] = await this.api.get<BusyTimeDto[]>('/api/busy-times', query);
    if (busy === undefined) return null;
    const time = zone.times(busy.starts_at, busy.ends_at);
    if (busy.title === null) return { key: 'crm.busy', params: { time } };
    return { key: 'crm.busy_because', params: { time, title: busy.title } };
  }
}

interface Where {
  resource: string;
  /** In place of the name, where it is known. */
  resource_id?: string;
  minutes: number;
  zone: ShownZone;
  /** The series that changes; null: it is new. */
  series_id?: string | null;
}

interface Times {
  starts_at: string;
  ends_at: string;
  place: { resource: string } | { resource_id: string };
}
