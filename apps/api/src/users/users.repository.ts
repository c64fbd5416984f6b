import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type {
  ReplaceNotificationSettingsDto,
  PageDto,
  PatchUserDto,
  UpdateMeDto,
  UserListQueryDto,
} from '@groupless/shared-dto';
import { withLock } from '../database/advisory-locks';
import { ApiKey } from '../api-keys/api-key.entity';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import { readEntityPage } from '../database/pages/read-entity-page';
import type { PageInput } from '../database/pages/read-page';
import type { Transaction } from '../database/transaction';
import { breaks } from '../database/violations';
import { AppError } from '../platform/errors/app-error';
import { Bus } from '../shared/bus/bus';
import { CalendarToken } from './calendar-token.entity';
import type { NewInvite } from './invites/user-invite';
import { UserInvite } from './invites/user-invite.entity';
import { conditionsOf, USER_SORTS } from './user-list';
import { PASSWORD_LINKS } from './passwords/password-reset.entity';
import { USER_LEAVES } from './public';
import { User } from './user.entity';

export type NewUser = Pick<User, 'id' | 'email' | 'name' | 'role' | 'password_hash'>;

interface AlsoDone {
  revokes_keys?: boolean;
  ends_calendar_link?: boolean;
  /** In the same transaction. */
  also?: (transaction: Transaction) => Promise<void>;
}

/** Each dashboard asks. */
const COUNT = { name: 'count_users', text: 'select count(*)::int as count from users' };

@Injectable()
export class UsersRepository {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly statements: PanelStatements,
    private readonly bus: Bus,
  ) {}

  anyExists(): Promise<boolean> {
    return this.users.exists();
  }

  async count(): Promise<number> {
    return (await this.statements.one<{ count: number }>(COUNT, [])).count;
  }

  listUsers({
    limit,
    cursor,
    sort = 'name',
    ...filter
  }: UserListQueryDto & PageInput): Promise<PageDto<User>> {
    const query = this.users.createQueryBuilder('u');
    for (const [condition, values] of conditionsOf(filter)) query.andWhere(condition, values);
    return readEntityPage(query, USER_SORTS[sort], { limit, cursor });
  }

  findById(id: string): Promise<User | null> {
    return this.users.findOneBy({ id });
  }

  /** Active users who may write, by name. */
  listOperators(): Promise<Pick<User, 'id' | 'name'>[]> {
    return this.users.find({
      select: { id: true, name: true },
      where: { is_active: true, role: In(['desk', 'operator', 'admin']) },
      order: { name: 'ASC', id: 'ASC' },
    });
  }

  /** @param email compared without case */
  findByEmail(email: string): Promise<User | null> {
    return this.users.createQueryBuilder('u').where('lower(u.email) = lower(:email)', { email }).getOne();
  }

  async noteSeen(id: string, last_seen_at: Date): Promise<void> {
    await this.users.update({ id }, { last_seen_at });
  }

  async notePresence(id: string, active_at: Date, is_away: boolean | undefined): Promise<void> {
    await this.users.update({ id }, { active_at, ...(is_away !== undefined && { is_away }) });
  }

  async setNotifications(
    id: string,
    { desktop, sound, mail, push, push_names }: ReplaceNotificationSettingsDto,
  ): Promise<void> {
    const chosen = { notify_desktop: desktop, notify_sound: sound, notify_mail: mail, notify_push: push };
    await this.users.update({ id }, { ...chosen, push_names });
  }

  /** Replaces the hash of the same password, unless the password was changed meanwhile. */
  async renewHash(id: string, oldHash: string, password_hash: string): Promise<void> {
    await this.users.update({ id, password_hash: oldHash }, { password_hash });
  }

  /** Inserts the user if there are none. Of concurrent processes, one does. */
  insertFirst(user: NewUser, event: AuditEvent): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      await withLock(transaction, 'firstAdmin');
      if (await transaction.exists(User)) return false;
      await transaction.insert(User, user);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /**
   * @param invite null for a user who has a password
   * @param also in the same transaction
   * @throws AppError `email_taken`
   */
  insertUser(
    user: NewUser,
    invite: NewInvite | null,
    event: AuditEvent,
    also: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction
        .insert(User, { ...user, created_at: event.at, updated_at: event.at })
        .catch(toEmailTaken);
      if (invite !== null) await transaction.insert(UserInvite, invite);
      await transaction.insert(AuditEvent, event);
      await also(transaction);
    });
  }

  /**
   * Changes the given fields, and revokes the user's API keys and calendar link if asked. Links to set a password end with the
   * email that they went to, and where the user is switched off.
   * @returns false if there is no such user
   * @throws AppError `email_taken`, `last_admin`
   */
  updateUser(
    id: string,
    change: PatchUserDto & UpdateMeDto,
    event: AuditEvent,
    { revokes_keys = false, ends_calendar_link = false, also = nothing }: AlsoDone = {},
  ): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      if (change.is_active === false || (change.role ?? 'admin') !== 'admin')
        await demandOtherAdmin(transaction, id);
      if (revokes_keys) await transaction.delete(ApiKey, ofUser(id));
      else if (change.is_active === false) await keepKeys(transaction, id);
      if (ends_calendar_link) await transaction.delete(CalendarToken, { user_id: id });
      const { affected } = await transaction
        .update(User, { id }, { ...change, updated_at: event.at })
        .catch(toEmailTaken);
      if (affected === 0) return false;
      if (change.email !== undefined || change.is_active === false)
        for (const link of PASSWORD_LINKS) await transaction.delete(link, { user_id: id });
      await also(transaction);
      const user = await transaction.findOneByOrFail(User, { id });
      if (!user.is_active || user.role === 'viewer') await this.leave(transaction, id, event.at);
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /**
   * Deletes a user with everything private to them. Shared rows, such as the audit, keep the id.
   * @returns false if there is no such user
   * @throws AppError `last_admin`
   */
  deleteUser(id: string, event: AuditEvent, { revokes_keys }: { revokes_keys: boolean }): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      await demandOtherAdmin(transaction, id);
      if (revokes_keys) await transaction.delete(ApiKey, ofUser(id));
      else await keepKeys(transaction, id);
      if (!(await this.leave(transaction, id, event.at))) return false;
      // Before the delete, so that the audit entry keeps the name.
      await transaction.insert(AuditEvent, event);
      await transaction.delete(User, { id });
      return true;
    });
  }

  /** The lock waits for concurrent hand-overs to this user; later ones are refused. */
  private async leave(transaction: EntityManager, id: string, at: Date): Promise<boolean> {
    const user = await transaction.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (user !== null) await this.bus.tell(USER_LEAVES, { transaction, user, at });
    return user !== null;
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

/** @throws AppError `last_admin` */
async function demandOtherAdmin(transaction: EntityManager, id: string): Promise<void> {
  // Locks all admins in one order: of two admins who demote each other, the second sees the first change.
  const admins = await transaction.find(User, {
    select: { id: true },
    where: { role: 'admin', is_active: true },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (admins.every((admin) => admin.id === id) && admins.length > 0)
    throw new AppError('last_admin', 'Nobody else could manage the users. Make another user an admin first.');
}

function toEmailTaken(error: unknown): never {
  if (!breaks(error, 'users_email')) throw error;
  throw new AppError('email_taken', 'Another user has this email.');
}

/** The keys that a user made, and those that stand for the user. */
function ofUser(id: string): FindOptionsWhere<ApiKey>[] {
  return [{ created_by: id }, { owner_id: id }];
}

/** Keys that outlive their owner are the team's from then on. */
async function keepKeys(transaction: EntityManager, owner_id: string): Promise<void> {
  await transaction.update(ApiKey, { owner_id }, { owner_id: null });
}
