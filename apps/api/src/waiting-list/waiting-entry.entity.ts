import type { WaitingHoursDto, WaitingStatus } from '@groupless/shared-dto';
import type { MailedTo } from '../shared/mailed-to';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, VirtualColumn } from 'typeorm';

/** A client who waits for a time, and what was offered. */
@Entity('waiting_entries')
@Check('waiting_entries_days', `"to" >= "from"`)
@Check(
  'waiting_entries_status',
  `status in ('waiting', 'offered', 'booked', 'declined', 'expired', 'removed')`,
)
@Check('waiting_entries_offer', `status <> 'offered' or offer_id is not null`)
@Index('waiting_entries_in_order', ['created_at', 'id'])
@Index('waiting_entries_open', { synchronize: false })
@Index('waiting_entries_of_client', ['client_id'])
@Index('waiting_entries_of_offer', { synchronize: false })
export class WaitingEntry {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'waiting_entries_pkey' })
  id: string;

  @ForeignKey('Client', { name: 'waiting_entries_client', onDelete: 'CASCADE' })
  @Column({ type: 'uuid' })
  client_id: string;

  @VirtualColumn({ type: 'text', query: (entry) => `select name from clients where id = ${entry}.client_id` })
  client_name?: string;

  /** For whom it is, where that is not the client. */
  @Column({ type: 'text', nullable: true })
  attendee_name: string | null;

  /** In their order; empty: as long as a slot of the settings. */
  @Column({ type: 'uuid', array: true, default: [] })
  service_ids: string[];

  @VirtualColumn({
    type: 'json',
    query: (entry) => `
      select coalesce(json_agg(s.name order by place), '[]') from unnest(${entry}.service_ids) with ordinality as one (id, place)
        join services as s on s.id = one.id`,
  })
  services?: string[];

  /** Null: with whoever is free. */
  @ForeignKey('Resource', { name: 'waiting_entries_resource' })
  @Column({ type: 'uuid', nullable: true })
  resource_id: string | null;

  @VirtualColumn({
    type: 'text',
    query: (entry) => `select name from resources where id = ${entry}.resource_id`,
  })
  resource?: string | null;

  /** Days in the time zone of the business. */
  @Column({ type: 'date' })
  from: string;

  @Column({ type: 'date' })
  to: string;

  /** Null: any. */
  @Column({ type: 'jsonb', nullable: true })
  hours: WaitingHoursDto | null;

  @Column({ type: 'text', default: '' })
  notes: string;

  @Column({ type: 'text', nullable: true })
  chat_id: string | null;

  /** Null: mails about it go to the client. */
  @Column({ type: 'jsonb', nullable: true })
  mailed_to: MailedTo | null;

  @Column({ type: 'text', default: 'waiting' })
  status: WaitingStatus;

  /** The id that the appointment will have; what is held for it has the same. Null: nothing was offered. */
  @Column({ type: 'uuid', nullable: true })
  offer_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  offered_starts_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  offered_ends_at: Date | null;

  @Column({ type: 'uuid', nullable: true })
  offered_resource_id: string | null;

  @VirtualColumn({
    type: 'text',
    query: (entry) => `select name from resources where id = ${entry}.offered_resource_id`,
  })
  offered_resource?: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  offered_until: Date | null;

  /** When the client was told of the offer. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  told_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
