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

  /** Only this user is told; null: all who want to know. */
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;
}
