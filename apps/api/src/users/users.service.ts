import { Injectable } from '@nestjs/common';
import type {
  PresenceDto,
  MeDto,
  NotificationSettingsDto,
  ReplaceNotificationSettingsDto,
  UpdateMeDto,
} from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { UserActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError } from '../platform/errors/app-error';
import { PasswordsService } from './passwords/passwords.service';
import { detailsOf, differencesOf } from './user-change';
import { UserChangesService } from './user-changes.service';
import type { User } from './user.entity';
import { toMeDto, toNotificationSettingsDto } from './user.mapper';
import { UsersRepository } from './users.repository';

/** Users for log-in and for their own account. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordsService,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @param email compared without case */
  findByEmail(email: string): Promise<User | null> {
    return this.users.findByEmail(email);
  }

  /**
   * The calling user.
   * @throws AppError `unauthenticated` if the user has just been deleted
   */
  async getSelf(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (user === null) throw new AppError('unauthenticated', 'The user does not exist any more.');
    return user;
  }

  /** The user's own account. */
  async getMe(id: string): Promise<MeDto> {
    return toMeDto(await this.getSelf(id));
  }

  async updateMe(given: UpdateMeDto, actor: UserActor): Promise<MeDto> {
    const user = await this.getSelf(actor.caller.id);
    const change = differencesOf(user, given);
    if (Object.keys(change).length === 0) return toMeDto(user);
    const entry = { action: 'user.updated', object: `user:${user.id}`, details: detailsOf(change) };
    await this.users.updateUser(user.id, change, this.audit.eventOf(actor, entry));
    await this.changes.tell(user.id);
    return this.getMe(user.id);
  }

  /** The user's notification settings. */
  async getNotifications(id: string): Promise<NotificationSettingsDto> {
    return toNotificationSettingsDto(await this.getSelf(id));
  }

  async setNotifications(
    settings: ReplaceNotificationSettingsDto,
    id: string,
  ): Promise<NotificationSettingsDto> {
    await this.users.setNotifications(id, settings);
    await this.changes.tell(id);
    return this.getNotifications(id);
  }

  /** The number of users, including deactivated ones. */
  count(): Promise<number> {
    return this.users.count();
  }

  /** Whether a user may answer in conversations. */
  async isOperator(id: string): Promise<boolean> {
    return (await this.users.listOperators()).some((user) => user.id === id);
  }

  /** The users who may answer in conversations, by name. */
  listOperators(): Promise<Pick<User, 'id' | 'name'>[]> {
    return this.users.listOperators();
  }

  /** Notes that the user is at the panel, and whether the user says to be away. */
  async notePresence(id: string, { is_away }: PresenceDto): Promise<void> {
    await this.users.notePresence(id, this.clock.now(), is_away);
    if (is_away !== undefined) await this.changes.tell(id);
  }

  noteSeen(id: string): Promise<void> {
    return this.users.noteSeen(id, this.clock.now());
  }

  /** Rehashes the password after a log-in if the stored hash has an older cost. */
  async renewHash({ id, password_hash }: User, password: string): Promise<void> {
    if (password_hash === null || !this.passwords.isOutdated(password_hash)) return;
    await this.users.renewHash(id, password_hash, await this.passwords.hash(password));
  }
}
