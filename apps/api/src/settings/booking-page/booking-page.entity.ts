import type { AskedContactsDto, BookingQuestionDto } from '@groupless/shared-dto';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row of the public page on which clients book. */
@Entity('booking_page')
@Check('booking_page_single', 'id')
export class BookingPage {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'booking_page_pkey' })
  id: boolean;

  @Column({ type: 'boolean', default: false })
  enabled: boolean;

  @Column({ type: 'text', default: '' })
  slug: string;

  @Column({ type: 'text', default: '' })
  title: string;

  @Column({ type: 'text', default: '' })
  text: string;

  /** Empty: all. */
  @Column({ type: 'uuid', array: true, default: [] })
  service_ids: string[];

  /** Empty: all. */
  @Column({ type: 'uuid', array: true, default: [] })
  resource_ids: string[];

  @Column({ type: 'boolean', default: true })
  choose_resource: boolean;

  @Column({ type: 'integer', default: 60 })
  horizon_days: number;

  @Column({ type: 'integer', default: 120 })
  notice_minutes: number;

  @Column({ type: 'integer', default: 3 })
  open_per_visitor: number;

  @Column({ type: 'boolean', default: false })
  confirm: boolean;

  /** Whether visitors confirm their email by a link, as long as mail is on. */
  @Column({ type: 'boolean', default: true })
  confirm_contact: boolean;

  @Column({ type: 'jsonb', default: { phone: 'required', email: 'optional' } })
  ask: AskedContactsDto;

  @Column({ type: 'jsonb', default: [] })
  questions: BookingQuestionDto[];

  @Column({ type: 'text', nullable: true })
  privacy_url: string | null;

  /** Empty: it has none. */
  @Column({ type: 'text', default: '' })
  privacy_version: string;

  @Column({ type: 'text', default: '#4758d4' })
  accent: string;

  @Column({ type: 'text', array: true, default: [] })
  frame_hosts: string[];

  /** Whether times that get free are offered to who waits for them. */
  @Column({ type: 'boolean', default: false })
  waiting_list: boolean;

  /** For how long an offered time is held. */
  @Column({ type: 'integer', default: 30 })
  hold_minutes: number;

  /** A PNG or WebP. */
  @Column({ type: 'bytea', nullable: true, select: false })
  logo?: Buffer | null;

  @Column({ type: 'boolean', default: false })
  has_logo: boolean;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
