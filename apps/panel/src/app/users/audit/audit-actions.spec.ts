import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import en from '../i18n/en.json' with { type: 'json' };
import { detailsText, pathOf } from './audit-actions';

describe('an entry of the audit', () => {
  it('has words for all that the API notes', () => {
    const api = 'apps/api/src';
    const sources = readdirSync(api, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.spec)\.ts$/.test(path))
      .map((path) => readFileSync(join(api, path), 'utf8'));
    const noted = /(?:action: |endingOf\(|actor, |user, )'([a-z_]+\.[a-z_]+)'/g;
    const actions = sources.flatMap((source) => [...source.matchAll(noted)].map(([, action = '']) => action));
    expect(actions.length).toBeGreaterThan(30);
    const words = en.audit.actions as Record<string, Record<string, string>>;
    const hasWords = (action: string) => {
      const [kind = '', done = ''] = action.split('.');
      return words[kind]?.[done] !== undefined;
    };
    expect(actions.filter((action) => !hasWords(action))).toEqual([]);
  });

  it('leads to what it was done to, where the panel shows it', () => {
    expect(pathOf('client:c1')).toBe('/clients/c1');
    expect(pathOf('settings:chat-agent')).toBeNull();
    expect(pathOf(null)).toBeNull();
  });

  it('shows its details as one line', () => {
    expect(detailsText({ fields: 'name, role', role: 'admin' })).toBe('fields: name, role; role: admin');
    expect(detailsText({})).toBe('');
  });
});
