import { inject, provideEnvironmentInitializer } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '../../testing/render';
import en from './i18n/en.json' with { type: 'json' };
import { systemPrompt } from './system-prompt';
import { Technician } from './technician';

async function start(fragment: string, answer: object | number) {
  const called: [string, RequestInit][] = [];
  Object.assign(globalThis, {
    fetch: (url: string, init: RequestInit) => {
      called.push([url, init]);
      const status = typeof answer === 'number' ? answer : 200;
      return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(answer) });
    },
  });
  const rendered = await render(Technician, {
    providers: [
      { provide: ActivatedRoute, useValue: { snapshot: { fragment } } },
      provideEnvironmentInitializer(() => inject(TranslocoService).setTranslation({ technician: en }, 'en')),
    ],
  });
  const press = async (name: string) => {
    const button = rendered.findAll('button').find((one) => one.textContent.trim() === name);
    button?.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
    rendered.fixture.detectChanges();
  };
  return { ...rendered, press, called };
}

describe('the page for the technician', () => {
  it('tries the key by a call that is no user’s', async () => {
    const { press, called, text } = await start('key=k1', {
      business_name: 'Physio',
      time_zone: 'Europe/Vienna',
    });
    expect(called).toEqual([]);
    await press('Try the key');
    expect(called).toEqual([
      ['/api/settings/chat-agent', { headers: { 'x-api-key': 'k1' }, credentials: 'omit' }],
    ]);
    expect(text()).toContain('It works: Physio has answered.');
    expect(text()).toContain('You are the reception of Physio.');
  });

  it('has the tools of the platform with the key in its place', async () => {
    const { press, called, find } = await start('key=k1', [{ 'x-api-key': 'PASTE_THE_AGENT_KEY_HERE' }]);
    await press('Show the tools for Vapi');
    expect(called[0]?.[0]).toBe('/api/agent/tools.json?format=vapi');
    expect(JSON.parse(find('pre').textContent)).toEqual([{ 'x-api-key': 'k1' }]);
  });

  it('says when the key is not valid any more, and where there is none', async () => {
    const { press, text } = await start('key=k1', 401);
    await press('Try the key');
    expect(text()).toContain('The key is not accepted');
  });

  it('asks for a new link where there is no key', async () => {
    const { text, findAll } = await start('', {});
    expect(text()).toContain('This link has no key.');
    expect(findAll('button').map((one) => one.textContent.trim())).not.toContain('Try the key');
  });

  it('tells the agent what the documentation says', () => {
    const document = readFileSync(join(process.cwd(), 'docs/agents.md'), 'utf8');
    const [, documented] = /```text\n(You are the reception[^]*?)```/.exec(document) ?? [];
    expect(systemPrompt('<business>', '<time zone>')).toBe(documented);
  });
});
