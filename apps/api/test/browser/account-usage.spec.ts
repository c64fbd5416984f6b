import type { AccountDto, ReportUsageDto } from '@groupless/shared-dto';
import { ACCOUNTS, AS_SWITCH, claudeSession, listAccounts, putSession } from '../harness/data/accounts';
import { signIn } from '../harness/data/panel-users';
import { lookAt } from './look-at';
import { panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('the room of the accounts', () => {
  const panel = panelInBrowser();

  async function report(account: AccountDto, used: { five?: number; week?: number }, given = {}) {
    const windows = [
      { name: 'five_hour', used_percent: used.five ?? 0, resets_at: inHours(2.5) },
      { name: 'seven_day', used_percent: used.week ?? 0, resets_at: inHours(60) },
    ];
    const reading: ReportUsageDto = {
      ...{ tool: 'claude_code', identity: account.identity!, machine: 'ada-laptop', at: inHours(0) },
      ...{ windows },
      ...given,
    };
    await panel.t.http.post(`${ACCOUNTS}/usage`).set(AS_SWITCH).send(reading).expect(204);
  }

  /** Accounts at 0, 80 and 100 %, one that is stale, one that nobody reports, and one of Codex, active beside them. */
  async function fill(): Promise<void> {
    const { bearer } = await signIn(panel.t, { role: 'admin' });
    const add = (name: string, tool: string) =>
      panel.t.http.post(ACCOUNTS).set(bearer).send({ name, type: 'pro', tool }).expect(201);
    for (const name of ['Silent', 'Stale']) await add(name, 'claude_code');
    await add('Codex 1', 'codex');
    for (const [index, { id, name }] of (await listAccounts(panel.t)).entries()) {
      const codex = {
        tokens: { access_token: `a${index}`, refresh_token: `r${index}`, account_id: `c${index}` },
      };
      await putSession(
        panel.t,
        id,
        JSON.stringify(name === 'Codex 1' ? codex : claudeSession(`owner-${index}`)),
      );
    }
    const accounts = await listAccounts(panel.t);
    const of = (name: string) => accounts.find((one) => one.name === name)!;
    const [full, empty, high] = accounts as [AccountDto, AccountDto, AccountDto];
    for (const id of [full.id, of('Codex 1').id])
      await panel.t.http.post(`${ACCOUNTS}/${id}/activate`).set(AS_SWITCH).expect(200);
    await report(full, { five: 100, week: 40 });
    await report(empty, {});
    await report(high, { five: 80, week: 12 });
    const reset = [{ name: 'five_hour', used_percent: 66, resets_at: inHours(-1) }];
    await report(of('Stale'), {}, { windows: reset, at: inHours(-5) });
    await report(of('Codex 1'), { five: 85 }, { tool: 'codex', identity: of('Codex 1').identity! });
    // A month of the full one, with a gap.
    await panel.t.panel.query(
      `insert into assistant_account_usage (account_id, hour, name, at, used_percent)
       select $1, hour, name, hour, 50 + 45 * sin(extract(day from hour)::int) from
         generate_series(date_trunc('hour', now()) - interval '29 days', now() - interval '1 day', interval '6 hours') as hour,
         unnest(array['five_hour', 'seven_day']) as name
       where extract(day from now() - hour) not between 10 and 13`,
      [full.id],
    );
  }

  it('is shown by tool in every look, and leads to the account that has most', async () => {
    await fill();
    const { page, faults } = await panel.openAs('admin', '/');
    await page.locator('app-attention-list', { hasText: 'is almost full, 100%' }).waitFor();
    await page.locator('app-attention-list', { hasText: '“Codex 1” (Codex)' }).waitFor();
    const wrong = await lookAt(page, 'dashboard');
    await page.getByRole('link', { name: 'See the others' }).click();
    const cards = page.locator('app-account-card');
    const card = (name: string) => cards.filter({ has: page.getByRole('heading', { name, exact: true }) });
    await card('Silent').getByText('Use of the limits: not reported.').waitFor();
    await card('Stale').getByText('not reported since the reset').waitFor();
    await cards.locator('app-sparkline').first().waitFor();
    expect(await page.locator('.tool').allTextContents()).toEqual(['Claude Code', 'Codex']);
    wrong.push(...(await lookAt(page, 'accounts')));

    // A reading that comes while the page is open is shown at once.
    const [, empty, , , stale] = await listAccounts(panel.t);
    await page.getByRole('button', { name: `Switch to “${empty!.name}” (0% used)` }).waitFor();
    await report(empty!, { five: 3 });
    await page.getByRole('button', { name: 'Switch to “Stale” (its limit was reset)' }).waitFor();
    await report(stale!, { five: 60 });
    await page.getByRole('button', { name: `Switch to “${empty!.name}” (3% used)` }).press('Enter');
    await page.getByText(`“${empty!.name}” is active now.`).waitFor();
    const active = (await listAccounts(panel.t)).filter(({ is_active }) => is_active).map(({ name }) => name);
    expect(active.sort()).toEqual(['Codex 1', empty!.name].sort());
    expect([wrong, faults]).toEqual([[], []]);
  });
});
