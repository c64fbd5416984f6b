import type { MailNotice } from '@groupless/shared-dto';
import { Column, Entity } from 'typeorm';
import { IdentityColumn } from '../database/statements/bigint';

/** A notice that waits to be mailed to the team. Triggers insert it in the transaction of the change. */
@Entity('team_notices')
export class TeamNotice {
  @IdentityColumn('team_notices_pkey')
  id: number;

  @Column({ type: 'text' })
  kind: MailNotice;

  /** The conversation, or the appointment. */
  @Column({ type: 'uuid' })
  object_id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;
}
