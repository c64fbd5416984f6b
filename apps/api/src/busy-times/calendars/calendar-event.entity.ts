import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BusyCalendar } from './busy-calendar.entity';

/** A time at which a calendar says that its owner is busy. */
@Entity('calendar_events')
@Check('calendar_events_length', 'ends_at > starts_at')
@Index('calendar_events_at', { synchronize: false })
@Index('calendar_events_of_calendar', ['calendar_id'])
export class CalendarEvent {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'calendar_events_pkey',
  })
  id: string;

  @ManyToOne(() => BusyCalendar, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'calendar_id', foreignKeyConstraintName: 'calendar_events_calendar' })
  calendar?: BusyCalendar;

  @Column({ type: 'uuid' })
  calendar_id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  starts_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  ends_at: Date;

  @Column({ type: 'text', default: '' })
  title: string;
}
