import type { ProblemDto } from '@groupless/shared-dto';
import type { ReceivedAnswer } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const UUID = '0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f11';

describe('the id of a request', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  const idOf = ({ headers }: ReceivedAnswer) => headers['x-request-id'];
  const answerTo = (id: string, path = '/api/health/live') =>
    // What cannot be decoded gets past no proxy.
    sendRaw(path.includes('%zz') ? t.own_port : t.port, { path, headers: { 'x-request-id': id } });

  it('is the one that is sent', async () => {
    expect(idOf(await answerTo(UUID))).toBe(UUID);
  });

  it('is hyphenated if it comes without hyphens', async () => {
    expect(idOf(await answerTo(UUID.replaceAll('-', '')))).toBe(UUID);
  });

  it('is any UUID, in either case', async () => {
    const [upper, nil] = [UUID.toUpperCase(), '00000000-0000-0000-0000-000000000000'];
    expect(String(idOf(await answerTo(upper))).toLowerCase()).toBe(UUID);
    expect(idOf(await answerTo(nil))).toBe(nil);
  });

  it.each(['/api/nothing', '/api/workflows', '/api/%zz', '/webhook/x/webhook/chat-history'])(
    'is in the refusal of %s',
    async (path) => {
      const answer = await answerTo(UUID.replaceAll('-', ''), path);
      expect(idOf(answer)).toBe(UUID);
      expect((JSON.parse(answer.text) as ProblemDto).instance).toBe(`urn:uuid:${UUID}`);
    },
  );

  it.each([
    '',
    'abc',
    `${UUID}0`,
    UUID.slice(1),
    `{${UUID}}`,
    `urn:uuid:${UUID}`,
    `${UUID}, ${UUID}`,
    'g'.repeat(32),
  ])('is made anew in place of "%s"', async (given) => {
    const id = String(idOf(await answerTo(given)));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id).not.toBe(UUID);
  });

  it('is another for each request', async () => {
    const path = '/api/health/live';
    const ids = [idOf(await sendRaw(t.port, { path })), idOf(await sendRaw(t.port, { path }))];
    expect(new Set(ids).size).toBe(2);
  });
});
