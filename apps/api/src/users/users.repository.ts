import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
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
