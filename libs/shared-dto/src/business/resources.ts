import type { Instant, Uuid } from '../kinds';
import type { ScheduleExceptionDto, ScheduleHoursDto } from '../settings';

/** What can be booked. */
export const RESOURCE_KINDS = ['person', 'room'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/**
 * A person, a room, or whatever else is booked alone.
 * @schema Resource
 */
export interface ResourceDto {
  id: Uuid;
  /** Unique among those that are not archived; case, width and spaces make no other name. @example Anna */
  name: string;
  /** Who or what it is. `any` is a person, or a room where there is no person. */
  kind: ResourceKind;
  /** The user whose appointments these are; null: nobody's. Left out to agents. */
  user_id?: Uuid | null;
  /**
   * In calendars; null: the panel chooses.
   * @pattern ^#[0-9a-fA-F]{6}$
   * @example "#1f8a70"
   */
  colour: string | null;
  /** Its place among those that are not archived, from 1 on. @example 1 */
  position: number;
  /** Its hours of a week, several a day; null: as the business. */
  working_hours: ScheduleHoursDto[] | null;
  /** The services that it does, by their ids; null: all of them. */
  services: Uuid[] | null;
  /** Days with other hours than those of the week. */
  exceptions: ScheduleExceptionDto[];
  /** Since when nobody can book it; null: it can be booked. */
  archived_at: Instant | null;
}

/** `position`: at the end unless said; what else is left out is null, or none. */
export type CreateResourceDto = Pick<ResourceDto, 'name'> &
  Partial<Omit<ResourceDto, 'id' | 'name' | 'archived_at'>>;

/** `archived_at`: null brings an archived one back; nothing else is accepted. */
export type PatchResourceDto = Partial<CreateResourceDto> & { archived_at?: string | null };

/**
 * What the business can be booked for.
 * @schema BookableService
 */
export interface BookableServiceDto {
  id: Uuid;
  /** Unique among those that are not archived; case, width and spaces make no other name. @example Consultation */
  name: string;
  /** @example 45 */
  duration_minutes: number;
  /** How long the resource stays free after it. @example 10 */
  buffer_minutes: number;
  /** Whether an appointment takes a free room beside its resource, for all of the visit. */
  needs_room: boolean;
  /** As it is told to customers. @example "€ 45" */
  price: string | null;
  description: string | null;
  /** Its place among those that are not archived, from 1 on. @example 1 */
  position: number;
  /** Since when nobody can book it; null: it can be booked. */
  archived_at: Instant | null;
}

/** `position`: at the end unless said. */
export type CreateServiceDto = Pick<BookableServiceDto, 'name' | 'duration_minutes'> &
  Partial<Omit<BookableServiceDto, 'id' | 'name' | 'duration_minutes' | 'archived_at'>>;

/** `archived_at`: null brings an archived one back; nothing else is accepted. */
export type PatchServiceDto = Partial<CreateServiceDto> & { archived_at?: string | null };
