import { randomUUID } from 'node:crypto';
import { JobsService } from '../../../src/jobs/jobs.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { signIn } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { prove } from '../../harness/hostile/fire';
import { MailServer } from '../../harness/http/mail-server';
import { SECRETS } from '../../harness/apps/test-app';

jest.setTimeout(15 * 60_000);

const ASKED = 10_000;
const TO_ONE = 1_000;

/** How likely a value of one list is greater than one of the other; 0.5 where they are alike (Mann and Whitney). */
function greater(ones: readonly number[], others: readonly number[]): number {
  const all = [...ones.map((at) => ({ at, isOne: true })), ...others.map((at) => ({ at, isOne: false }))];
  all.sort((a, b) => a.at - b.at);
  const ranks = all.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0);
  return (ranks - (ones.length * (ones.length + 1)) / 2) / (ones.length * others.length);
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe(`a forgotten password, asked for ${ASKED} times`, () => {
  let t: ServedApp;
  let server: MailServer;
  beforeAll(async () => {
    t = await startServedApp({ environment: { ...SECRETS, LOGIN_FAILURES_PER_ADDRESS: '1000000' } });
    server = await MailServer.start();
    const admin = await signIn(t);
    await t.http.put('/api/settings/mail').set(admin.bearer).send(server.settings).expect(200);
    await t.panel.query(
      `insert into users (id, email, name, role, is_active, password_hash)
       select gen_random_uuid(), 'user-' || i || '@example.com', 'User', 'viewer', true, 'x' from generate_series(1, $1::int) as i`,
      [ASKED / 2],
    );
    await t.app.get(JobsService).start();
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  it('is answered alike and as fast whether there is such a user', async () => {
    const asked = Array.from({ length: ASKED }, (_, index) => ({
      isUser: index % 2 === 0,
      email: index % 2 === 0 ? `user-${index / 2 + 1}@example.com` : `none-${index}@example.com`,
      order: randomUUID(),
    })).sort((a, b) => (a.order < b.order ? -1 : 1));
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const answers = new Set<string>();
    for (const { isUser, email } of asked) {
      const begun = performance.now();
      const { status, text, headers } = await t.http.post('/api/auth/forgot').send({ email });
      times[isUser ? 'known' : 'unknown'].push(performance.now() - begun);
      const { date: _, 'x-request-id': __, ...others } = headers;
      answers.add(JSON.stringify([status, text, others]));
    }
    const share = greater(times.known, times.unknown);
    const figure =
      `${ASKED} asked, ${answers.size} kinds of answers, median ${median(times.known).toFixed(2)} ms with a user and ` +
      `${median(times.unknown).toFixed(2)} ms without, slower with a user in ${(share * 100).toFixed(1)} % of pairs`;
    expect(answers.size).toBe(1);
    // The standard error is 0.6 %: this is noise.
    expect(Math.abs(share - 0.5)).toBeLessThan(0.02);
    prove({ asvs: '6.3.8', promise: 'Nobody learns from /forgot who has an account', figure });
  });

  it(`of one address ${TO_ONE} times is three mails`, async () => {
    await t.panel.query(`update users set email = 'one@example.com' where email = 'user-1@example.com'`);
    for (let index = 0; index < TO_ONE; index++)
      await t.http.post('/api/auth/forgot').send({ email: 'One@example.com' }).expect(204);
    const links = () => server.received.filter(({ to }) => [to].flat()[0]!.text === 'one@example.com').length;
    await eventually(() => links() === 3);
    const { rows } = await t.panel.query(`select from mails where recipient = 'one@example.com'`);
    expect(rows).toHaveLength(3);
  });
});
