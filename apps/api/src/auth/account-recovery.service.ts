import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { PasswordsService } from '../users/passwords.service';
import { UsersService } from '../users/users.service';
import { AccountRepository } from './account.repository';
import { GuessesService } from './guesses.service';

export interface ResetAccount {
  email: string;
  is_active: boolean;
  /** To be shown once. */
  password: string;
}

/** The way back in for whoever runs the server, when password or authenticator are lost. */
@Injectable()
export class AccountRecoveryService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly accounts: AccountRepository,
    private readonly guesses: GuessesService,
    private readonly audit: AuditService,
  ) {}

  /** Sets a random password, ends all sessions and switches TOTP off. Null: nobody has the email. */
  async reset(email: string): Promise<ResetAccount | null> {
    const user = await this.users.findByEmail(email);
    if (user === null) return null;
    const password = this.passwords.generate();
    await this.accounts.reset(user.id, await this.passwords.hash(password));
    await this.guesses.forgive(user.id);
    await this.audit.record(
      { caller: null, ip: null },
      { action: 'auth.account_reset', object: `user:${user.id}` },
    );
    return { email: user.email, is_active: user.is_active, password };
  }
}
