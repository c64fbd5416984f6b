import type { ConversationSharing, WaitingLimitsDto } from '@groupless/shared-dto';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says what happens to conversations in which nobody answers. Null: nothing. */
@Entity('conversation_settings')
@Check('conversation_settings_single', 'id')
@Check('conversation_settings_assign', `assign in ('none', 'round_robin', 'free')`)
export class ConversationSettings {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'conversation_settings_pkey' })
  id: boolean;

  @Column({ type: 'integer', nullable: true })
  remind_assigned_minutes: number | null;

  @Column({ type: 'integer', nullable: true })
  remind_team_minutes: number | null;

  @Column({ type: 'integer', nullable: true })
  hand_back_minutes: number | null;

  @Column({ type: 'integer', nullable: true })
  close_after_days: number | null;

  @Column({ type: 'jsonb', nullable: true })
  outside_hours: WaitingLimitsDto | null;

  /** To whom conversations are given that need a person. */
  @Column({ type: 'text', default: 'none' })
  assign: ConversationSharing;

  /** Who has touched nothing for so long is away; null: who has said so alone. */
  @Column({ type: 'integer', nullable: true })
  away_after_minutes: number | null;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
