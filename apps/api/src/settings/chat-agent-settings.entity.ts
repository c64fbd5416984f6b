import type {
  AgentHours,
  AgentLookup,
  CancelLate,
  AgentPauseDto,
  ChatAgentSettingsDto,
  ClosureDto,
  FormerResource,
  ScheduleDto,
  ServiceDto,
  Use,
  WorkingHoursDto,
} from '@groupless/shared-dto';
import { Check, Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { KnownRows } from '../shared/known-names';

/** Of the rows that can be booked. */
const shown = (field: string) => ({
  type: 'jsonb' as const,
  query: () => `select ${field} from bookable_settings()`,
});

const present = (table: string, more = '') => `
  (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by position, id), '[]')
   from ${table} where archived_at is null ${more})`;

const ROWS = `
  select json_build_object(
    'resources', ${present('resources')},
    'services', ${present('services')},
    'rooms', ${present('resources', `and kind = 'room'`)},
    'need_room', (select coalesce(json_agg(id), '[]') from services where needs_room),
    'shared_names', (
      select coalesce(json_agg(left_one.name), '[]')
      from resources as left_one join resources as present on folded_name(present.name) = folded_name(left_one.name)
      where left_one.archived_at is not null and present.archived_at is null),
    'former_services', (
      select coalesce(json_agg(json_build_object('name', former.name, 'id', present_service(former.name))), '[]')
      from (select distinct on (folded_name(name)) name from service_names order by folded_name(name)) as former
      where present_service(former.name) is not null))`;

/** For processes of the version before; a trigger keeps it. */
const copyOf = (name: string) => ({
  name,
  type: 'jsonb' as const,
  select: false,
  insert: false,
  update: false,
});

/** The single row with the settings of the chat agent. */
@Entity('chat_agent_settings')
@Check('chat_agent_settings_single', 'id')
@Check('chat_agent_settings_agent_hours', `agent_hours in ('working', 'any')`)
@Check('chat_agent_settings_agent_lookup', `agent_lookup in ('verified', 'phone_and_name', 'off')`)
@Check('chat_agent_settings_used_for', `used_for in ('bookings', 'memory', 'both')`)
@Check('chat_agent_settings_cancel_late', `cancel_late in ('keep', 'refuse')`)
export class ChatAgentSettings implements ChatAgentSettingsDto {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'chat_agent_settings_pkey' })
  id: boolean;

  @Column({ type: 'text' })
  name: string;

  /** The phone number of the business, for mails. */
  @Column({ type: 'text', default: '' })
  phone: string;

  @Column({ type: 'text', default: '' })
  business_name: string;

  @Column({ type: 'text', default: '' })
  address: string;

  @Column({ type: 'text' })
  greeting: string;

  @Column({ type: 'text' })
  language: string;

  @Column({ type: 'text' })
  time_zone: string;

  @Column({ type: 'boolean', default: true })
  time_zone_chosen: boolean;

  @Column({ type: 'text', nullable: true })
  phone_region: string | null;

  @Column({ type: 'jsonb' })
  working_hours: WorkingHoursDto[];

  @Column({ type: 'integer' })
  slot_minutes: number;

  @VirtualColumn(shown('resources'))
  resources: string[];

  @Column({ type: 'text', nullable: true })
  unnamed_resource: string | null;

  @VirtualColumn(shown('services'))
  services: ServiceDto[];

  @Column({ type: 'boolean' })
  auto_confirm: boolean;

  @Column({ type: 'boolean' })
  enabled: boolean;

  @Column({ type: 'text', default: 'working' })
  agent_hours: AgentHours;

  @Column({ type: 'boolean', default: false })
  agents_on_grid: boolean;

  @Column({ type: 'text', nullable: true })
  used_for: Use | null;

  @VirtualColumn(shown('closures'))
  closures: ClosureDto[];

  @Column({ type: 'integer', default: 0 })
  notice_minutes: number;

  @Column({ type: 'integer', default: 0 })
  buffer_minutes: number;

  @Column({ type: 'text', default: 'phone_and_name' })
  agent_lookup: AgentLookup;

  @Column({ type: 'integer', default: 0 })
  cancel_notice_minutes: number;

  @Column({ type: 'text', default: 'keep' })
  cancel_late: CancelLate;

  @Column({ type: 'integer', default: 365 })
  horizon_days: number;
  /** Whether the calendar feed has the notes of appointments. */
  @Column({ type: 'boolean', default: false })
  feed_notes: boolean;

  @VirtualColumn(shown('schedules'))
  schedules: ScheduleDto[];

  /** Not part of the document. Addresses, filters and programs with a former name keep working. */
  @VirtualColumn(shown('former_resources'))
  former_resources: FormerResource[];

  /** Not part of the document. */
  @VirtualColumn({ type: 'json', query: () => ROWS })
  rows: KnownRows;

  /** Not part of the document, because a pause changes no settings. */
  @Column({ type: 'jsonb', nullable: true })
  pause: AgentPauseDto | null;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  @Column(copyOf('resources'))
  resources_copy?: unknown;

  @Column(copyOf('services'))
  services_copy?: unknown;

  @Column(copyOf('closures'))
  closures_copy?: unknown;

  @Column(copyOf('schedules'))
  schedules_copy?: unknown;

  @Column(copyOf('former_resources'))
  former_resources_copy?: unknown;
}
