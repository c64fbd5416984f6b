import type { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { PasswordsService } from './passwords.service';

describe('password hashes', () => {
  it('of somebody who is logged in are not made behind those of many who log in', async () => {
    const passwords = new PasswordsService(
      { memory: 64, passes: 1, parallelism: 1 },
      {} as ChatAgentSettingsService,
    );
    let made = 0;
    const crowd = Array.from({ length: 200 }, async () => {
      await passwords.hash('one of a crowd');
      made++;
    });
    await passwords.hash('my new password', 'owner');
    expect(made).toBeLessThan(crowd.length);
    await Promise.all(crowd);
  });
});
