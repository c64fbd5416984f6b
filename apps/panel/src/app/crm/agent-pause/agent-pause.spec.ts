import { Component } from '@angular/core';
import type { AgentPauseDto, Role } from '@groupless/shared-dto';
import { SETTINGS } from '../../../testing/chat-agent';
import { choose, type as typeInto } from '../../../testing/render';
import { clearOverlays, line, startScreen } from '../../../testing/settings';
import crm from '../i18n/en.json' with { type: 'json' };
import { PauseButton } from './pause-button';
import { PauseNotice } from './pause-notice';

afterEach(clearOverlays);

@Component({
  imports: [PauseButton, PauseNotice],
  template: `<app-pause-button /><app-pause-notice />`,
})
class Screen {}

const ILL: AgentPauseDto = {
  until: null,
  reason: 'Anna is ill',
  by: 'Rita',
  since: '2026-11-20T12:00:00.000Z',
};

async function start(pause: AgentPauseDto | null, role: Role = 'operator', enabled = true) {
  const screen = await startScreen(Screen, { texts: { crm }, role });
  screen.http
    .expectOne('/api/settings/chat-agent')
    .flush({ ...SETTINGS, enabled }, { headers: { etag: '"1"' } });
  screen.http.expectOne('/api/agent/pause').flush({ pause });
  await screen.settle();
  const field = (label: string) => {
    const found = [...document.querySelectorAll('label')].find((one) => line(one).startsWith(label));
    return document.getElementById(found!.htmlFor) as HTMLInputElement;
  };
  return { ...screen, field };
}

describe('the pause of the agent', () => {
  it('is begun by a button, with a reason, until somebody ends it', async () => {
    const { press, field, settle, http, text, button } = await start(null);
    await press('Pause the agent');
    for (let wait = 0; wait < 100 && document.querySelector('app-pause-dialog') === null; wait++)
      await settle();
    await press('Pause');
    expect(line(document.querySelector('app-pause-dialog'))).toContain('This is needed.');
    typeInto(field('Reason'), 'Anna is ill');
    await settle();
    await press('Pause');
    const asked = http.expectOne({ method: 'POST', url: '/api/agent/pause' });
    expect(asked.request.body).toEqual({ reason: 'Anna is ill' });
    asked.flush(ILL);
    await settle();

    expect(text()).toContain('Rita paused the agent until somebody resumes it.');
    expect(button('Pause the agent')).toBeUndefined();
  });

  it('lasts for an hour, where that is asked for', async () => {
    const { press, field, settle, http } = await start(null);
    await press('Pause the agent');
    for (let wait = 0; wait < 100 && document.querySelector('app-pause-dialog') === null; wait++)
      await settle();
    typeInto(field('Reason'), 'Lunch');
    choose(field('How long'), 'hour');
    await settle();
    const before = Date.now();
    await press('Pause');
    const { until } = http.expectOne({ method: 'POST', url: '/api/agent/pause' }).request
      .body as AgentPauseDto;
    expect(Date.parse(until!) - before).toBeGreaterThanOrEqual(3_600_000);
    expect(Date.parse(until!) - before).toBeLessThan(3_660_000);
  });

  it('says until when, by whom and why, and is ended by a button', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { text, press, settle, http, button } = await start({ ...ILL, until });
    expect(text()).toMatch(/Rita paused the agent until .+\. Your team answers\. Reason: Anna is ill/);
    await press('Resume');
    http.expectOne({ method: 'DELETE', url: '/api/agent/pause' }).flush(null);
    await settle();
    expect(text()).not.toContain('Rita');
    expect(button('Pause the agent')).toBeDefined();
  });

  it('stays in sight where ending it fails', async () => {
    const { text, press, settle, http } = await start(ILL);
    await press('Resume');
    http
      .expectOne({ method: 'DELETE', url: '/api/agent/pause' })
      .flush(null, { status: 503, statusText: '' });
    await settle();
    expect(text()).toContain('Anna is ill');
  });

  it('is over when its time has come', async () => {
    const { text } = await start({ ...ILL, until: new Date(Date.now() - 1).toISOString() });
    expect(text()).toBe('Pause the agent');
  });

  it('is told to a viewer, who may neither begin nor end it', async () => {
    const { text, button } = await start(ILL, 'viewer');
    expect(text()).toContain('Anna is ill');
    expect(button('Resume')).toBeUndefined();
  });

  it.each([
    ['a viewer', 'viewer' as const, true],
    ['an agent that is off', 'operator' as const, false],
  ])('is not offered to or for %s', async (_, role, enabled) => {
    const { button } = await start(null, role, enabled);
    expect(button('Pause the agent')).toBeUndefined();
  });
});
