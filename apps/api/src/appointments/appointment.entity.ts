import type {
  AppointmentSource,
  AppointmentStatus,
  BookedServiceDto,
  GivenContactDto,
} from '@groupless/shared-dto';
import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  VirtualColumn,
} from 'typeorm';
import { Client } from '../clients/client.entity';
import { bookedServices, roomName } from '../database/functions/panel/visit-parts';
import type { MailedTo } from '../shared/mailed-to';

@Entity('appointments')
@Check('appointments_status', `status in ('pending', 'confirmed', 'completed', 'cancelled', 'no_show')`)
@Check('appointments_source', `source in ('phone', 'chat', 'web', 'panel')`)
@Check('appointments_length', `ends_at > starts_at and ends_at - starts_at <= interval '31 days'`)
@Index('appointments_by_resource', { synchronize: false })
@Index('appointments_external_id', { synchronize: false })
@Index('appointments_external_id_of_key', { synchronize: false })
@Index('appointments_handle', { synchronize: false })
@Index('appointments_wish', { synchronize: false })
@Index('appointments_visitor', { synchronize: false })
@Index('appointments_by_start', { synchronize: false })
@Index('appointments_of_client', { synchronize: false })
@Index('appointments_of_resource', { synchronize: false })
@Index('appointments_of_status', { synchronize: false })
@Index('appointments_of_source', { synchronize: false })
@Index('appointments_of_resource_status', { synchronize: false })
@Index('appointments_of_resource_source', { synchronize: false })
@Index('appointments_of_status_source', { synchronize: false })
@Index('appointments_by_change', { synchronize: false })
@Index('appointments_of_chat', { synchronize: false })
@Index('appointments_made', { synchronize: false })
@Index('appointments_waiting', { synchronize: false })
@Index('appointments_ahead', { synchronize: false })
@Index('appointments_of_room', { synchronize: false })
@Index('appointments_of_series', { synchronize: false })
@Index('appointments_long', { synchronize: false })
@Index('appointments_search', { synchronize: false })
@Index('appointments_short_search', { synchronize: false })
export class Appointment {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'appointments_pkey' })
  id: string;

  @ManyToOne(() => Client, { nullable: true })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'appointments_client' })
  client?: Client | null;

  /** Null: the client was erased. */
  @Column({ type: 'uuid', nullable: true })
  client_id: string | null;

  /** The person the appointment is for, if that is not the client. */
  @Column({ type: 'text', nullable: true })
  attendee_name: string | null;

  /** The contact as the caller gave it. */
  @Column({ type: 'jsonb', nullable: true })
  given: GivenContactDto | null;

  /** Null: mails about it go to the client. */
  @Column({ type: 'jsonb', nullable: true })
  mailed_to: MailedTo | null;

  @Column({ type: 'text', default: '' })
  title: string;

  /** The name of the first service, as it is called now. */
  @Column({ type: 'text', nullable: true })
  service: string | null;

  /** In their order. A trigger keeps the first one and the name alike. */
  @VirtualColumn({ type: 'json', query: (appointment) => bookedServices(`${appointment}.id`) })
  services?: BookedServiceDto[];

  /**
   * How many minutes the resource stays free afterwards for bookings of agents; a copy of the service's buffer at
   * booking.
   */
  @Column({ type: 'integer', default: 0 })
  buffer_minutes: number;

  @Column({ type: 'timestamptz', precision: 3 })
  starts_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  ends_at: Date;

  @Column({ type: 'text' })
  status: AppointmentStatus;

  @Column({ type: 'text' })
  source: AppointmentSource;

  /** The name of what is booked, compared by `folded_name()`. */
  @Column({ type: 'text' })
  resource: string;

  /** A trigger keeps it and the name alike. */
  @ForeignKey('Resource', { name: 'appointments_resource' })
  @Column({ type: 'uuid', insert: false })
  resource_id?: string;

  /** The room that it takes beside its resource; null: none. */
  @ForeignKey('Resource', { name: 'appointments_room' })
  @Column({ type: 'uuid', nullable: true })
  room_id: string | null;

  @VirtualColumn({
    type: 'text',
    query: (appointment) => roomName(`${appointment}.room_id`),
  })
  room?: string | null;

  @Column({ type: 'text', default: '' })
  notes: string;

  /** Never shown to agents. */
  @Column({ type: 'text', default: '' })
  team_notes: string;

  @Column({ type: 'text', nullable: true })
  chat_id: string | null;

  /** The booker's own id, unique for each key: a repeat with the same one finds this appointment. */
  @Column({ type: 'text', nullable: true })
  external_id: string | null;

  /** Whether an agent's key booked it. Null: booked by a version of the program that did not record this. */
  @Column({ type: 'boolean', nullable: true })
  made_by_agent: boolean | null;

  /** Whether the business was open when it was booked. Null: booked by a version that did not record this, or imported. */
  @Column({ type: 'boolean', nullable: true })
  made_in_hours: boolean | null;

  /** Whether it may overlap others: the exclusion constraint leaves it out. Its time counts as taken for others. */
  @Column({ type: 'boolean', default: false })
  squeezed: boolean;

  /** The id of the agent's key that booked it. Null: no agent did, or a version that did not record this. */
  @Column({ type: 'text', nullable: true })
  made_by_key: string | null;

  /**
   * The id by which tools of agents know it. Whoever has the handle may change and cancel the appointment, so it is
   * shown nowhere else.
   */
  @Column({ type: 'text', default: () => '(gen_random_uuid())' })
  handle: string;

  /** A keyed hash of who booked it on the booking page: the network and the contact. Null: nobody did. */
  @Column({ type: 'text', nullable: true })
  visitor: string | null;

  /** A digest of the request, which tells a retry from another request. */
  @Column({ type: 'text', nullable: true })
  wish: string | null;

  /** Whether an agent cancelled it later than `cancel_notice_minutes` of the settings before its start. */
  @Column({ type: 'boolean', default: false })
  late: boolean;

  /** The id of the series; all appointments of one recurrence rule have it. */
  @Column({ type: 'uuid', nullable: true })
  series_id: string | null;

  @Column({ type: 'integer', default: 1 })
  version: number;

  /**
   * How often the time or the resource has changed; 0: it is as it was booked, so a retry can be compared with a booking
   * that has no digest.
   */
  @Column({ type: 'integer', default: 0 })
  times_moved: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** The text that a search reads, except the client's. Kept by a trigger. */
  @Column({ type: 'text', default: '', select: false, insert: false, update: false })
  search_text?: string;
}

/** An appointment that was read. */
export type StoredAppointment = Appointment &
  Required<Pick<Appointment, 'resource_id' | 'room' | 'services'>>;

/** An appointment with its client. */
export type BookedAppointment = StoredAppointment & { client: Client | null };
