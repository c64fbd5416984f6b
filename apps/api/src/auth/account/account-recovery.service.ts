import { Injectable } from '@nestjs/common';
import { PasswordsService } from '../../users/passwords/passwords.service';
import { UsersService } from '../../users/users.service';
import { AttemptsService } from '../limits/attempts.service';
import { PasswordChangesService } from './password-changes.service';

export interface ResetAccount {
  email: string;
  is_active: boolean;
  /** Shown once. */
  password: string;
}

/** Account recovery by the operator of the server, after a lost password or authenticator. */
@Injectable()
export class AccountRecoveryService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly stored: PasswordChangesService,
    private readonly attempts: AttemptsService,
  ) {}

  /** Sets a random password, ends all sessions and switches TOTP off. Null: unknown email. */
  async reset(email: string): Promise<ResetAccount | null> {
    const user = await this.users.findByEmail(email);
    if (user === null) return null;
    const password = this.passwords.generate();
    await this.stored.byOperator(user.id, await this.passwords.hash(password));
    await this.attempts.unlock(user.id);
    return { email: user.email, is_active: user.is_active, password };
  }
}
