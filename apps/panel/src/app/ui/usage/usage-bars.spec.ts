import { inject, provideEnvironmentInitializer } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import type { AccountUsageDto } from '@groupless/shared-dto';
import { render } from '../../../testing/render';
import usage from './i18n/en.json' with { type: 'json' };
import { UsageBars } from './usage-bars';
import { shownWindows } from './usage-windows';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const read = (windows: AccountUsageDto['windows'], hours = -1): AccountUsageDto => ({
  ...{ at: inHours(hours), machine: 'ada-laptop', is_caller: null, windows },
});
const window = (name: string, used_percent: number | null, hours = 2) => ({
  ...{ name, used_percent, resets_at: inHours(hours) },
});

async function show(shown: AccountUsageDto | null) {
  const texts = provideEnvironmentInitializer(() => inject(TranslocoService).setTranslation({ usage }, 'en'));
  return render(UsageBars, { inputs: { usage: shown }, providers: [texts] });
}

describe('the bars of an account', () => {
  it.each([[null], [read([])]])('say that nothing was reported, and never 0%: %j', async (shown) => {
    const { text, findAll } = await show(shown);
    expect(text()).toBe('Use of the limits: not reported.');
    expect(findAll('.bar')).toHaveLength(0);
  });

  it.each([
    [0, 'low', '0%'],
    [79.4, 'low', '79%'],
    [80, 'high', '80%'],
    [94.9, 'full', '95%'],
    [100, 'full', '100%'],
  ])('of %d are %s', async (percent, level, words) => {
    const { find } = await show(read([window('five_hour', percent)]));
    expect([find('.window').classList.contains(level), find('strong').textContent]).toEqual([true, words]);
    expect(find('.bar div').style.width).toBe(`${Math.round(percent)}%`);
  });

  it('begin with the five hours, then the week, then what the tool calls by names of its own', async () => {
    const all = [window('opus', 1), window('seven_day', 2), window('five_hour', 3)];
    const { findAll } = await show(read(all));
    expect(findAll('.name').map(({ textContent }) => textContent)).toEqual(['Five hours', 'Week', 'opus']);
  });

  it('are grey, without a figure, once the window was reset', async () => {
    const { find, text } = await show(read([window('five_hour', 88, -1)], -3));
    expect(find('.window').classList.contains('stale')).toBe(true);
    expect(text()).toContain('not reported since the reset was reset 1 hour ago');
    expect(text()).not.toContain('88');
  });

  it('are grey where the reading is older than its window', () => {
    const stale = (name: string, hours: number) =>
      shownWindows(read([window(name, 50)], hours), Date.now()).map(({ isStale }) => isStale);
    expect([stale('five_hour', -4.9), stale('five_hour', -5.1)]).toEqual([[false], [true]]);
    expect([stale('seven_day', -100), stale('seven_day', -169)]).toEqual([[false], [true]]);
  });
});
