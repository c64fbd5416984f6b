import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import type { UpdateMeDto } from '@groupless/shared-dto';
import { User } from './user.entity';

/** Two numbers name an advisory lock; the first sets ours apart from others'. */
const FIRST_ADMIN_LOCK = 'select pg_advisory_xact_lock(7202, 1)';

@Injectable()
export class UsersRepository {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectDataSource() private readonly data_source: DataSource,
  ) {}

  anyExists(): Promise<boolean> {
    return this.users.exists();
  }

  findById(id: string): Promise<User | null> {
    return this.users.findOneBy({ id });
  }

  /** @param email compared without case */
  findByEmail(email: string): Promise<User | null> {
    return this.users.createQueryBuilder('u').where('lower(u.email) = lower(:email)', { email }).getOne();
  }

  async updateProfile(id: string, change: UpdateMeDto, updated_at: Date): Promise<void> {
    await this.users.update({ id }, { ...change, updated_at });
  }

  async noteSeen(id: string, last_seen_at: Date): Promise<void> {
    await this.users.update({ id }, { last_seen_at });
  }

  /** Replaces the hash of the same password, unless the password was changed meanwhile. */
  async renewHash(id: string, old_hash: string, password_hash: string): Promise<void> {
    await this.users.update({ id, password_hash: old_hash }, { password_hash });
  }

  /** Inserts the user if there is none at all; of processes that start at once, one does. */
  insertFirst(user: Pick<User, 'id' | 'email' | 'name' | 'role' | 'password_hash'>): Promise<boolean> {
    return this.data_source.transaction(async (transaction) => {
      await transaction.query(FIRST_ADMIN_LOCK);
      if (await transaction.exists(User)) return false;
      await transaction.insert(User, user);
      return true;
    });
  }
}
