import { clearOverlays, startScreen } from '../../../testing/settings';
import en from '../i18n/en.json' with { type: 'json' };
import { InviteStep } from './invite-step';

afterEach(clearOverlays);

describe('the first step that invites the team', () => {
  it('opens the invitation, and ends with it', async () => {
    const done = jest.fn();
    const { press, settle } = await startScreen(InviteStep, {
      texts: { users: en },
      inputs: { step: 'team', done },
    });
    await press('Invite a user');
    await settle();
    expect([document.querySelectorAll('app-invite-dialog').length, done.mock.calls]).toEqual([1, []]);
    await press('Cancel');
    await settle();

    expect(done.mock.calls).toEqual([[false]]);
  });
});
