import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionKey, detailsText, pathOf } from './audit-actions';

describe('an entry of the audit', () => {
  it('has words for what is known, and none for what a newer server does', () => {
    expect(actionKey('auth.logged_in')).toBe('users.audit.actions.auth.logged_in');
    expect(actionKey('auth.flew_away')).toBeNull();
  });

  it('has words for all that the API notes', () => {
    const api = 'apps/api/src';
    const sources = readdirSync(api, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.spec)\.ts$/.test(path))
      .map((path) => readFileSync(join(api, path), 'utf8'));
    const noted = /(?:action: |endingOf\()'([a-z_]+\.[a-z_]+)'/g;
    const actions = sources.flatMap((source) => [...source.matchAll(noted)].map(([, action = '']) => action));
    expect(actions.length).toBeGreaterThan(30);
    expect(actions.filter((action) => actionKey(action) === null)).toEqual([]);
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
