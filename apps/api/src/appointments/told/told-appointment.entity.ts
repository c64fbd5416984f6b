import type { AppointmentStatus, ClientMailKind } from '@groupless/shared-dto';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Client } from '../../clients/client.entity';
import type { MailedTo } from '../../shared/mailed-to';

/** What of an appointment its client is told. Of one who has it no more only that it is so. */
export interface WaivedState {
  starts_at: string;
  /** Missing in what a version before this one wrote: whatever the end is. */
  ends_at?: string;
  resource: string;
  status: AppointmentStatus;
}

/** What a client was told of an appointment. */
export interface Told {
  /** Null: by other means than mails and reminders. */
  kind: ClientMailKind | null;
  at: Date;
  starts_at: Date;
  /** Null: it was told before ends were kept, and counts as that of the appointment. */
  ends_at: Date | null;
  resource: string;
  status: AppointmentStatus;
  /** Where the last mail went; null: there was none. */
  to: string | null;
  mail_id: string | null;
}

/** What the client was told before the mail of the row, which has not left. */
export interface ToldBefore {
  /** That mail. A version before this one, which runs beside it during an update, may store another in the row: then this is over. */
  of: string;
  /** Null: nothing. */
  told:
    | (Omit<Told, 'at' | 'starts_at' | 'ends_at'> & {
        at: string;
        starts_at: string;
        ends_at?: string | null;
      })
    | null;
}

/**
 * What a client was told last of an appointment, or is told by a mail that has not left yet: then `before` has what was told. Who has it
 * no more keeps the row, and so hears rightly where they get it again. It outlives the appointment until its deletion is told.
 * A trigger keeps `changed_at` and `deleted`, whatever program changes the appointment.
 */
@Entity('told_appointments')
@Index('told_appointments_changed', { synchronize: false })
@Index('told_appointments_of_client', { synchronize: false })
export class ToldAppointment {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'told_appointments_pkey' })
  appointment_id: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'told_appointments_pkey' })
  client_id: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'told_appointments_client' })
  client?: Client;

  /** Null: by other means than mails and reminders. */
  @Column({ type: 'text', nullable: true })
  kind: ClientMailKind | null;

  /** Null: nothing was told yet; so are the next five. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  starts_at: Date | null;

  /** Null also where a version before this one told it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  ends_at: Date | null;

  @Column({ type: 'text', nullable: true })
  resource: string | null;

  @Column({ type: 'text', nullable: true })
  status: AppointmentStatus | null;

  /** `to` in the answer: where the last mail went. */
  @Column({ type: 'text', nullable: true })
  recipient: string | null;

  /** The contact it was booked with, once the appointment is another client's or deleted; null: the client's own. */
  @Column({ type: 'jsonb', nullable: true })
  mailed_to: MailedTo | null;

  /** The mail that told it; null: it was no mail. */
  @Column({ type: 'uuid', nullable: true })
  mail_id: string | null;

  /** What the client knows until the mail that tells the rest has left; null: it has. */
  @Column({ type: 'jsonb', nullable: true })
  before: ToldBefore | null;

  /** When the appointment changed; null: what was told has been compared with it since. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  changed_at: Date | null;

  /** A state of which the client is not to be told; it ends with the next one. */
  @Column({ type: 'jsonb', nullable: true })
  waived: WaivedState | null;

  /** The row of the appointment when it was deleted, as far as a mail about it needs it. */
  @Column({ type: 'jsonb', nullable: true })
  deleted: object | null;
}

/** What the row says: told, or being told by a mail. Null: nothing. */
export function saidBy(row: ToldAppointment | null): Told | null {
  if (row === null) return null;
  const { kind, at, starts_at, ends_at, resource, status, recipient: to, mail_id } = row;
  if (at === null || starts_at === null || resource === null || status === null) return null;
  return { kind, at, starts_at, ends_at, resource, status, to, mail_id };
}

/** Whether the mail of the row has not left. */
export function isOnItsWay({ before, mail_id }: ToldAppointment): boolean {
  return before !== null && before.of === mail_id;
}

/** What the client knows: what is on its way is not told yet. Null: nothing. */
export function toldOf(row: ToldAppointment | null): Told | null {
  if (row === null || !isOnItsWay(row)) return saidBy(row);
  const told = row.before?.told ?? null;
  if (told === null) return null;
  const ends_at = told.ends_at ? new Date(told.ends_at) : null;
  return { ...told, at: new Date(told.at), starts_at: new Date(told.starts_at), ends_at };
}
