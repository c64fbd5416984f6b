import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { SETTINGS } from '../config/config.module';
import { SettingsError } from '../config/environment-reader';
import { isPlaceholder } from '../config/placeholder';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { newId } from '../shared/new-id';
import { PasswordsService } from './passwords/passwords.service';
import { UsersRepository } from './users.repository';

export interface FirstAdmin {
  email: string;
  /** Only if it was generated. Shown once. */
  generated_password: string | null;
}

/** Makes the first admin. */
@Injectable()
export class FirstAdminService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Makes the first admin if there is no user.
   * @returns null if there are users already
   * @throws SettingsError in a strict start without ADMIN_PASSWORD, and for a common password
   */
  async ensure(): Promise<FirstAdmin | null> {
    if (await this.users.anyExists()) return null;
    const { admin_email: email, admin_password } = this.settings;
    await this.demandUsable(admin_password);
    const password = admin_password ?? this.passwords.generate();
    const password_hash = await this.passwords.hash(password);
    const id = newId(this.clock.now());
    const entry = {
      action: 'user.created',
      object: `user:${id}`,
      details: { role: 'admin', invited: false },
    };
    const event = this.audit.eventOf({ caller: null, ip: null }, entry);
    const user = { id, email, name: 'Admin', role: 'admin' as const, password_hash };
    const isMade = await this.users.insertFirst(user, event);
    return isMade ? { email, generated_password: admin_password === null ? password : null } : null;
  }

  private async demandUsable(password: string | null): Promise<void> {
    const { strict } = this.settings;
    if (password === null) {
      if (!strict) return;
      throw new SettingsError(['ADMIN_PASSWORD is required in a strict start while no user exists']);
    }
    if (strict && isPlaceholder(password))
      throw new SettingsError(['ADMIN_PASSWORD looks like a placeholder: use a random value']);
    if (await this.passwords.isCommon(password))
      throw new SettingsError(['ADMIN_PASSWORD is one of the 10,000 most common passwords']);
    const person = { name: 'Admin', email: this.settings.admin_email };
    if (strict && (await this.passwords.isGuessable(password, person)))
      throw new SettingsError(['ADMIN_PASSWORD is a common word or a name: use a random value']);
  }
}
