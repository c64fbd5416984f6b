import type { AccountDto } from '@groupless/shared-dto';
import { ACCOUNTS, AS_SWITCH, listAccounts } from '../../harness/data/accounts';
import { signIn } from '../../harness/data/panel-users';
import { fireSize } from '../../harness/hostile/fire';
import { expectProblem } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const TIMES = fireSize({ small: 100, usual: 300 });

describe('the activation of an assistant account', () => {
  let t: ServedApp;
  let accounts: AccountDto[];
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    accounts = await listAccounts(t);
  });

  const activate = (id: string) => t.http.post(`${ACCOUNTS}/${id}/activate`).set(AS_SWITCH);
  const isActive = ({ is_active }: AccountDto) => is_active;
  const active = async () => (await listAccounts(t)).filter(isActive).map(({ id }) => id);
  const inactive = () => accounts.find((account) => !isActive(account))!;

  it('answers the account, and takes its place from the one before', async () => {
    const [before] = accounts.filter(isActive);
    const next = inactive();
    const { status, body } = await activate(next.id);
    expect([status, body]).toEqual([
      200,
      { ...next, is_active: true, activated_at: body.updated_at, updated_at: body.updated_at },
    ]);
    expect(await active()).toEqual([next.id]);
    const { body: former } = await t.http.get(`${ACCOUNTS}/${before!.id}`).set((await signIn(t)).bearer);
    expect(former).toEqual({ ...before, is_active: false, updated_at: body.updated_at });
  });

  it('changes and records nothing where the account is active already', async () => {
    const [present] = accounts.filter(isActive);
    const recorded = await countRows(t.panel, 'audit_events');
    expect((await activate(present!.id)).body).toEqual(present);
    expect(await countRows(t.panel, 'audit_events')).toBe(recorded);
  });

  it('leaves the active one where the account is not there', async () => {
    const before = await active();
    expectProblem(await activate('0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11'), 404, 'not_found');
    expect(await active()).toEqual(before);
  });

  it('takes an id in capitals', async () => {
    const next = inactive();
    expect((await activate(next.id.toUpperCase())).body).toMatchObject({ id: next.id, is_active: true });
  });

  it('is possible where none is active', async () => {
    await t.panel.query('update assistant_accounts set is_active = false');
    expect(await active()).toEqual([]);
    await activate(accounts[0]!.id).expect(200);
    expect(await active()).toEqual([accounts[0]!.id]);
  });

  it('is recorded with the key', async () => {
    const { id } = inactive();
    await activate(id).expect(200);
    const { rows } = await t.panel.query(
      'select action, object, key_name from audit_events order by at desc limit 1',
    );
    expect(rows).toEqual([
      { action: 'account.activated', object: `account:${id}`, key_name: 'SWITCH_API_KEY' },
    ]);
  });

  it('cannot happen twice a tool, says the database itself', async () => {
    await expect(t.panel.query('update assistant_accounts set is_active = true')).rejects.toMatchObject({
      code: '23505',
      constraint: 'assistant_accounts_active_of_tool',
    });
  });

  it(`leaves exactly one active at every moment, ${TIMES} times at once`, async () => {
    const address = `http://127.0.0.1:${t.port}${ACCOUNTS}`;
    let activating = true;
    const seen: number[] = [];
    const reader = (async () => {
      while (activating) {
        const read = await fetch(address, { headers: AS_SWITCH });
        expect(read.status).toBe(200);
        seen.push(((await read.json()) as AccountDto[]).filter(isActive).length);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: TIMES }, async (_, index) => {
        const { id } = accounts[index % accounts.length]!;
        const { status } = await fetch(`${address}/${id}/activate`, { method: 'POST', headers: AS_SWITCH });
        return status;
      }),
    );
    activating = false;
    await reader;
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(await active()).toHaveLength(1);
  });

  it('and the removal of the same account leave one active, whichever comes first', async () => {
    const { bearer } = await signIn(t);
    const [first] = accounts;
    const outcomes: number[][] = [];
    for (let round = 0; round < 20; round++) {
      await activate(first!.id).expect(200);
      const made = await t.http.post(ACCOUNTS).set(bearer).send({ name: 'Short-lived', type: 'pro' });
      const { id } = made.body as AccountDto;
      const [activated, removed] = await Promise.all([
        activate(id),
        t.http.delete(`${ACCOUNTS}/${id}`).set(bearer),
      ]);
      outcomes.push([activated.status, removed.status]);
      expect(await active()).toEqual([activated.status === 200 ? id : first!.id]);
    }
    for (const outcome of outcomes)
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual(outcome);
  });
});
