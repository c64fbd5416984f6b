import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SETTINGS } from '../config/config.module';
import { SettingsError } from '../config/environment-reader';
import type { Settings } from '../config/settings';
import { Clock } from '../shared/clock';
import { newId } from '../shared/new-id';
import { hashPassword } from './password-hash';
import { UsersRepository } from './users.repository';

export interface FirstAdmin {
  email: string;
  /** Only if it was generated: to be shown once. */
  generated_password: string | null;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Makes the first admin while there is no user.
   * @returns null if there are users already
   * @throws SettingsError in a strict start without ADMIN_PASSWORD
   */
  async ensureFirstAdmin(): Promise<FirstAdmin | null> {
    if (await this.users.anyExists()) return null;
    const { admin_email: email, admin_password, strict } = this.settings;
    if (admin_password === null && strict) {
      throw new SettingsError(['ADMIN_PASSWORD is required in a strict start while no user exists']);
    }
    const password = admin_password ?? randomBytes(15).toString('base64url');
    const made = await this.users.insertFirst({
      id: newId(this.clock.now()),
      email,
      name: 'Admin',
      role: 'admin',
      password_hash: await hashPassword(password),
    });
    return made ? { email, generated_password: admin_password === null ? password : null } : null;
  }
}
