import { Secret, TOTP } from 'otpauth';

interface Server {
  base_url: string;
  email: string;
  password: string;
}

/** What the answers have of it. */
type Issued = Record<'access_token' | 'secret' | 'invite_url' | 'key', string> & { recovery_codes: string[] };

/**
 * Has a running server make each kind of secret that it gives out, and uses them as people and programs do.
 * @returns them by what they are
 */
export async function issueSecrets({ base_url, email, password }: Server): Promise<Record<string, string>> {
  let bearer: Record<string, string> = {};
  async function send(method: string, path: string, body?: object, headers = bearer) {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${base_url}/api/${path}`, {
      method,
      headers: { ...json, ...headers },
      ...sent,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return {
      json: (text === '' ? {} : JSON.parse(text)) as Issued,
      cookie: answer.headers.get('set-cookie'),
    };
  }

  const logIn = (body: object) => send('POST', 'auth/login', body, {});
  const first = await logIn({ email, password });
  bearer = { authorization: `Bearer ${first.json.access_token}` };
  const { json: totp } = await send('POST', 'auth/totp/setup');
  const code = () => new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const { json: enabled } = await send('POST', 'auth/totp/enable', {
    totp: code(),
  });
  const [used = '', kept = ''] = enabled.recovery_codes;
  const second = await logIn({ email, password, totp: used });
  const invited = await send('POST', 'users', {
    email: 'invited@example.com',
    name: 'Invited',
    role: 'viewer',
  });
  const invitation = decodeURIComponent(new URL(invited.json.invite_url).hash.replace(/^#(token=)?/, ''));
  const newPassword = `new ${password}`;
  await send('POST', 'auth/invite', { token: invitation, password: newPassword }, {});
  const key = await send('POST', 'settings/keys', { name: 'A key', scopes: ['panel:read'] });
  await send('GET', 'clients', undefined, { 'x-api-key': key.json.key });
  const hook = await send('POST', 'settings/hooks', {
    url: 'https://hooks.example.com/',
    events: ['client.created'],
    active: false,
  });
  const calendar = await send('POST', 'auth/calendar-token');
  const token = /token=([^&"]+)/.exec(JSON.stringify(calendar.json))?.[1] ?? '';
  await fetch(`${base_url}/api/appointments/calendar.ics?token=${token}`);
  const cookie = cookieOf(first.cookie);
  const refreshed = await send('POST', 'auth/refresh', undefined, {
    cookie: `refresh_token=${cookie}`,
    'sec-fetch-site': 'same-origin',
  });
  return {
    password,
    'password of an invited user': newPassword,
    'access token': first.json.access_token,
    'second access token': second.json.access_token,
    'refreshed access token': refreshed.json.access_token,
    'refresh token': cookie,
    'next refresh token': cookieOf(refreshed.cookie),
    'TOTP secret': totp.secret,
    'used recovery code': used,
    'recovery code': kept,
    invitation,
    'API key': key.json.key,
    'hook secret': hook.json.secret,
    'calendar token': token,
  };
}

function cookieOf(header: string | null): string {
  return /refresh_token=([^;]+)/.exec(header ?? '')?.[1] ?? '';
}
