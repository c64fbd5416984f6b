import { actionKey, detailsText, pathOf } from './audit-actions';

describe('an entry of the audit', () => {
  it('has words for what is known, and none for what a newer server does', () => {
    expect(actionKey('auth.logged_in')).toBe('users.audit.actions.auth.logged_in');
    expect(actionKey('auth.flew_away')).toBeNull();
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
