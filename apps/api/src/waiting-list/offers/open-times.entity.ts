import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a resource could be booked if it had no appointments, as it was seen last. */
@Entity('open_times')
export class OpenTimes {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'open_times_pkey' })
  resource_id: string;

  @Column({ type: 'tstzmultirange' })
  during: string;
}
