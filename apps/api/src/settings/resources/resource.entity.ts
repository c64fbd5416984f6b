import type { ResourceKind, ScheduleExceptionDto, ScheduleHoursDto } from '@groupless/shared-dto';
import { Check, Column, Entity, ForeignKey, Index, JoinTable, ManyToMany, PrimaryColumn } from 'typeorm';
import { Service } from './service.entity';

/** Who or what can be booked: a person, a room. */
@Entity('resources')
@Check('resources_kind', `kind in ('person', 'room')`)
@Index('resources_name', { synchronize: false })
export class Resource {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'resources_pkey' })
  id: string;

  /** Unique among those that are not archived, compared by `folded_name()`. A trigger keeps the former ones. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', default: 'person' })
  kind: ResourceKind;

  /** Whose appointments these are. */
  @ForeignKey('User', { name: 'resources_user', onDelete: 'SET NULL' })
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  @Column({ type: 'text', nullable: true })
  colour: string | null;

  /** Null: as the business. */
  @Column({ type: 'jsonb', nullable: true })
  working_hours: ScheduleHoursDto[] | null;

  @Column({ type: 'jsonb', default: [] })
  exceptions: ScheduleExceptionDto[];

  @Column({ type: 'boolean', default: true })
  does_all_services: boolean;

  /** Where it does not do all of them. */
  @ManyToMany(() => Service)
  @JoinTable({
    name: 'resource_services',
    joinColumn: { name: 'resource_id' },
    inverseJoinColumn: { name: 'service_id' },
    synchronize: false,
  })
  services?: Service[];

  /** Its place among the `schedules` of the settings. Null: it has none there. */
  @Column({ type: 'integer', nullable: true })
  schedule_position: number | null;

  @Column({ type: 'integer' })
  position: number;

  /** When it was made, renamed or brought back. Null: by a process that did not record this. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  named_at: Date | null;

  /** Whose replacement of the settings did that, such as `user:<id>`. Null: another request. */
  @Column({ type: 'text', nullable: true })
  named_by: string | null;

  /** Since when nobody can book it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  archived_at: Date | null;
}
