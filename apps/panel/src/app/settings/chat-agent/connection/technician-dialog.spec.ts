import type { ApiKeyDto, CreatedApiKeyDto } from '@groupless/shared-dto';
import { clearOverlays, line, startDialog } from '../../../../testing/settings';
import en from '../i18n/en.json' with { type: 'json' };
import { TechnicianDialog } from './technician-dialog';

const PATH = '/api/settings/keys';
const KEY: ApiKeyDto = {
  ...{ id: 'k1', name: 'Agent', scopes: ['agent'], prefix: 'gl_abc', owner: null, last_used_at: null },
  ...{ expires_at: '2027-11-30T09:00:00.000Z', created_at: '2026-11-30T09:00:00.000Z' },
};

afterEach(clearOverlays);

it('makes a key for the technician once, in the fragment of a link, and says when it was used', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'] });
  const { press, http, settle, dialog } = await startDialog(TechnicianDialog, {
    texts: { 'chat-agent': en },
  });
  expect(http.match(PATH)).toEqual([]);
  await press('Make the link');
  const made = http.expectOne({ method: 'POST', url: PATH });
  expect(made.request.body).toMatchObject({ scopes: ['agent'], days: 365 });
  made.flush({ ...KEY, key: 'gl_abc_secret' } satisfies CreatedApiKeyDto);
  await settle();
  http.expectOne({ method: 'GET', url: PATH }).flush([KEY]);
  await settle();
  expect(line(dialog().querySelector('code'))).toBe(`${location.origin}/technician#key=gl_abc_secret`);
  expect(line(dialog())).toContain('No call has arrived yet.');
  // The address of this test is one of the computer itself.
  expect(line(dialog())).toContain('means this computer alone');

  jest.advanceTimersByTime(5_000);
  await settle();
  http
    .expectOne({ method: 'GET', url: PATH })
    .flush([{ ...KEY, last_used_at: new Date().toISOString() } satisfies ApiKeyDto]);
  await settle();
  expect(line(dialog())).toContain('The key was used:');
  jest.useRealTimers();
});
