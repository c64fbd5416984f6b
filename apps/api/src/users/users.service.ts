import { Inject, Injectable } from '@nestjs/common';
import type { MeDto, UpdateMeDto } from '@groupless/shared-dto';
import { SETTINGS } from '../config/config.module';
import { SettingsError } from '../config/environment-reader';
import { isPlaceholder } from '../config/placeholder';
import type { Settings } from '../config/settings';
import { Clock } from '../shared/clock';
import { AppError } from '../shared/errors/app-error';
import { newId } from '../shared/new-id';
import { PasswordsService } from './passwords.service';
import type { User } from './user.entity';
import { toMeDto } from './user.mapper';
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
    private readonly passwords: PasswordsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param email compared without case */
  findByEmail(email: string): Promise<User | null> {
    return this.users.findByEmail(email);
  }

  /**
   * The user who makes the request.
   * @throws AppError `unauthenticated` if the user was deleted a moment ago
   */
  async getSelf(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (user === null) throw new AppError('unauthenticated', 'The user does not exist any more.');
    return user;
  }

  /** The user as that user sees the own account. */
  async getMe(id: string): Promise<MeDto> {
    return toMeDto(await this.getSelf(id));
  }

  async updateMe(id: string, change: UpdateMeDto): Promise<MeDto> {
    await this.users.updateProfile(id, change, this.clock.now());
    return this.getMe(id);
  }

  noteSeen(id: string): Promise<void> {
    return this.users.noteSeen(id, this.clock.now());
  }

  /** Stores the password, which was right just now, at today's cost if it was stored at another. */
  async renewHash({ id, password_hash }: User, password: string): Promise<void> {
    if (password_hash === null || !this.passwords.isOutdated(password_hash)) return;
    await this.users.renewHash(id, password_hash, await this.passwords.hash(password));
  }

  /**
   * Makes the first admin while there is no user.
   * @returns null if there are users already
   * @throws SettingsError in a strict start without ADMIN_PASSWORD, and for a password that everybody knows
   */
  async ensureFirstAdmin(): Promise<FirstAdmin | null> {
    if (await this.users.anyExists()) return null;
    const { admin_email: email, admin_password, strict } = this.settings;
    if (admin_password === null && strict) {
      throw new SettingsError(['ADMIN_PASSWORD is required in a strict start while no user exists']);
    }
    if (admin_password !== null && strict && isPlaceholder(admin_password)) {
      throw new SettingsError(['ADMIN_PASSWORD looks like a placeholder: use a random value']);
    }
    if (admin_password !== null && (await this.passwords.isCommon(admin_password))) {
      throw new SettingsError(['ADMIN_PASSWORD is one of the 10,000 most common passwords']);
    }
    const password = admin_password ?? this.passwords.generate();
    const made = await this.users.insertFirst({
      id: newId(this.clock.now()),
      email,
      name: 'Admin',
      role: 'admin',
      password_hash: await this.passwords.hash(password),
    });
    return made ? { email, generated_password: admin_password === null ? password : null } : null;
  }
}
