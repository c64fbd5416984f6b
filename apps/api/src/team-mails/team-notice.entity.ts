import type { MailNotice, NotificationKind } from '@groupless/shared-dto';
import { Check, Column, Entity } from 'typeorm';
import { IdentityColumn } from '../database/statements/bigint';

export type NoticeWay = 'mail' | 'push';

/**
 * A notice that waits to be told to the team. `note_for_team()` inserts it in the transaction of the change, once for each
 * way by which somebody wants to know: each way takes its own off the list at its own pace.
 */
@Entity('team_notices')
@Check('team_notices_way', `way in ('mail', 'push')`)
export class TeamNotice {
  @IdentityColumn('team_notices_pkey')
  id: number;

  @Column({ type: 'text', default: 'mail' })
  way: NoticeWay;

  @Column({ type: 'text' })
  kind: MailNotice | NotificationKind;

  /** The conversation, the appointment, or the account. */
  @Column({ type: 'uuid' })
  object_id: string;

  /** Only this user is told; null: all who want to know. */
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  /** Who did it, and is not told. */
  @Column({ type: 'uuid', nullable: true })
  by_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;
}
