import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Density, MailNotice, NotificationKind, Role, Theme } from '@groupless/shared-dto';

@Entity('users')
@Check('users_role', `role in ('admin', 'operator', 'desk', 'viewer')`)
@Check('users_theme', `theme in ('system', 'light', 'dark')`)
@Check('users_density', `density in ('comfortable', 'compact')`)
@Index('users_email', { synchronize: false })
export class User {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'users_pkey' })
  id: string;

  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  role: Role;

  /** Argon2id in PHC format; null until an invited user has set a password. */
  @Column({ type: 'text', nullable: true })
  password_hash: string | null;

  @Column({ type: 'boolean', default: true })
  is_active: boolean;

  /** Sealed; null while TOTP is off. */
  @Column({ type: 'text', nullable: true })
  totp_secret: string | null;

  /** Sealed; set up but not yet proved by a code. */
  @Column({ type: 'text', nullable: true })
  totp_pending_secret: string | null;

  /** The 30-second step of the last accepted code, so that no code is accepted twice. */
  @Column({ type: 'integer', nullable: true })
  totp_last_step: number | null;

  @Column({ type: 'text', default: 'en' })
  locale: string;

  @Column({ type: 'text', default: 'UTC' })
  time_zone: string;

  @Column({ type: 'text', default: 'system' })
  theme: Theme;

  @Column({ type: 'text', default: 'comfortable' })
  density: Density;

  @Column({ type: 'text', nullable: true })
  formats: string | null;

  /** This and the next three are `desktop`, `sound`, `mail` and `push` of the document. */
  @Column({ type: 'text', array: true, default: [] })
  notify_desktop: NotificationKind[];

  @Column({ type: 'text', array: true, default: [] })
  notify_sound: NotificationKind[];

  @Column({ type: 'text', array: true, default: [] })
  notify_mail: MailNotice[];

  @Column({ type: 'text', array: true, default: [] })
  notify_push: NotificationKind[];

  /** Whether devices show the client's name. */
  @Column({ type: 'boolean', default: false })
  push_names: boolean;

  /** Whether the user has said so: then no conversation is given to the user. */
  @Column({ type: 'boolean', default: false })
  is_away: boolean;

  /** When the panel last told that somebody is at it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  active_at: Date | null;

  /** When the user last got a conversation in turn. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  given_at: Date | null;

  /** Up to which message everything is read where no mark says more. Kept by a trigger. */
  @Column({ type: 'bigint', default: 0, insert: false, update: false, select: false })
  messages_read_to: string;

  /** When the user last logged in or renewed an access token. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_seen_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
