import { startScreen } from '../../../testing/settings';
import en from '../i18n/en.json' with { type: 'json' };
import { InviteLink } from './invite-link';

async function start(url: string) {
  const inputs = { name: 'Bernd', email: 'bernd+1@example.at', url };
  return startScreen(InviteLink, { texts: { users: en }, inputs });
}

describe('the link of an invitation', () => {
  it('goes to a phone by its code, or by the mail program', async () => {
    const { findAll } = await start('https://praxis.example.at/invite#token=t1');
    const mail = new URL(findAll('a')[0]?.getAttribute('href') ?? '');

    expect([mail.protocol, decodeURIComponent(mail.pathname)]).toEqual(['mailto:', 'bernd+1@example.at']);
    expect(mail.searchParams.get('body')).toContain('\n\nhttps://praxis.example.at/invite#token=t1\n');
    expect([findAll('app-qr-code svg').length, findAll('.notice-danger').length]).toEqual([1, 0]);
  });

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])(
    'is not handed on where its address means this computer: %s',
    async (origin) => {
      const { find, findAll } = await start(`${origin}/invite#token=t1`);
      expect(find('.notice-danger').textContent).toContain('on this computer alone');
      expect([findAll('app-qr-code').length, findAll('a').length]).toEqual([0, 0]);
    },
  );
});
