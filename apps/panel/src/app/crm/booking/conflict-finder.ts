import { inject, Injectable } from '@angular/core';
import type { AppointmentDto, BusyTimeDto, SlotDto } from '@groupless/shared-dto';
import type { Problem } from '../../http/problem';
import { AppointmentsApi } from '../appointments-api';
import { attendeeOf } from '../attendee';
import { ShownZone } from '../shown-zone';

/** A requested time. */
export interface Wanted extends SlotDto {
  /** Undefined: whoever is free. */
  resource_id: string | undefined;
  /** The appointment that would go there; null for a new one. */
  id: string | null;
}

/** Why a time could not be had, and what is free near it. */
export interface Conflict {
  /** Null if it went away again before it could be looked up. */
  holder: AppointmentDto | null;
  alternatives: readonly SlotDto[];
  /** The block or the busy time in the way; null where it is an appointment. */
  busy: BusyTimeDto | null;
}

/** Finds the appointment that conflicts. */
@Injectable()
export class ConflictFinder {
  private readonly api = inject(AppointmentsApi);
  private readonly zone = inject(ShownZone);

  async of({ answer }: Problem, { id, resource_id, starts_at, ends_at }: Wanted): Promise<Conflict> {
    const [busy = null] = answer.busy ?? [];
    const alternatives = answer.alternatives ?? [];
    if (busy !== null) return { holder: null, alternatives, busy };
    const live =
      resource_id === undefined
        ? []
        : await this.api.liveBetween({ resource_id }, starts_at, ends_at).catch(() => []);
    const holder = live.find((one) => one.id !== id && one.starts_at < ends_at && one.ends_at > starts_at);
    return { holder: holder ?? null, alternatives, busy: null };
  }

  /** The placeholders of a text about a conflict. */
  words({ holder, busy }: Conflict): Record<string, string> {
    if (busy !== null) return { title: busy.title ?? '', time: this.zone.span(busy.starts_at, busy.ends_at) };
    if (holder === null) return {};
    const { resource, starts_at, ends_at } = holder;
    return { name: attendeeOf(holder), resource, time: this.zone.span(starts_at, ends_at) };
  }
}
