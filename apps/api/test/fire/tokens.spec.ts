import { createHmac, generateKeyPairSync, randomBytes, sign as signWith } from 'node:crypto';
import { fireSize, prove } from '../harness/hostile/fire';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { sendRaw } from '../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { SECRETS } from '../harness/apps/test-app';

const TOKENS = fireSize({ small: 60, usual: 2_000, long: 20_000 });

type Part = Record<string, unknown>;

const encode = (part: Part | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const pick = <T>(values: readonly T[], seed: number) => values[seed % values.length]!;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A right token in parts, from which the wrong ones are made. */
interface Token {
  text: string;
  header: Part;
  claims: Part;
}

const sign = (header: Part, claims: Part, key?: string, hash?: string) =>
  signText(JSON.stringify(header), JSON.stringify(claims), key, hash);

function signText(header: string, claims: string, key: string = SECRETS.JWT_SECRET, hash = 'sha256') {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

/** One character of a part of the token, replaced by another. */
function flip(text: string, part: number, seed: number): string {
  const parts = text.split('.');
  const old = parts[part]!;
  // The last character of a signature has bits that mean nothing.
  const at = seed % (old.length - 1);
  const other = old[at] === 'A' ? 'B' : 'A';
  parts[part] = old.slice(0, at) + other + old.slice(at + 1);
  return parts.join('.');
}

const odd = [
  '',
  null,
  0,
  -1,
  true,
  [],
  {},
  'x',
  '9999999999',
  Number.MAX_SAFE_INTEGER,
  [null],
  ['groupless-api2', 1],
];

/** Ways to make a wrong token. The number makes another of the same class. */
const CLASSES: Readonly<Record<string, (token: Token, seed: number) => string>> = {
  'no signature': ({ text }, n) => text.slice(0, text.lastIndexOf('.') + (n % 2)),
  'alg none': ({ header, claims }, n) =>
    `${encode({ ...header, alg: pick(['none', 'None', 'NONE', 'nOnE', ''], n) })}.${encode(claims)}.`,
  'alg none, with the right signature': ({ header, claims }, n) =>
    sign({ ...header, alg: pick(['none', 'None', 'NONE'], n) }, claims),
  'another HMAC': ({ header, claims }, n) => {
    const [alg, hash] = pick(
      [
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
        ['HS1', 'sha1'],
      ] as const,
      n,
    );
    return sign({ ...header, alg }, claims, SECRETS.JWT_SECRET, hash);
  },
  'RSA with a key of the attacker': ({ header, claims }) => {
    const signed = `${encode({ ...header, alg: 'RS256' })}.${encode(claims)}`;
    return `${signed}.${signWith('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  },
  'a public key as the secret': ({ header, claims }) => sign(header, claims, publicPem),
  'another alg said, ours used': ({ header, claims }, n) =>
    sign({ ...header, alg: pick(['RS256', 'ES256', 'PS256', 'EdDSA', 'hs256', 'HS256 ', 'dir'], n) }, claims),
  'no alg': ({ header: { typ }, claims }) => sign({ typ }, claims),
  'a key in the header': ({ header, claims }) =>
    sign({ ...header, jwk: { kty: 'oct', k: encode('mine') } }, claims, 'mine'),
  'a key id that is a path or SQL': ({ header, claims }, n) =>
    sign({ ...header, kid: pick(['../../dev/null', '/dev/null', "' or 1=1 --", '0'], n) }, claims, ''),
  'a key elsewhere': ({ header, claims }, n) =>
    sign({ ...header, [pick(['jku', 'x5u'], n)]: 'http://127.0.0.1:9/key' }, claims, 'mine'),
  'a certificate in the header': ({ header, claims }) =>
    sign({ ...header, x5c: [encode('mine')] }, claims, 'mine'),
  'another secret': ({ header, claims }) => sign(header, claims, randomBytes(32).toString('hex')),
  'another secret of the server': ({ header, claims }, n) =>
    sign(header, claims, pick([SECRETS.AGENT_API_KEY, SECRETS.SWITCH_API_KEY, SECRETS.CREDENTIALS_KEY], n)),
  'an empty secret': ({ header, claims }, n) => sign(header, claims, pick(['', ' ', '\0', 'null'], n)),
  'another type': ({ header, claims }, n) =>
    sign(
      { ...header, typ: pick([undefined, 'JWT', 'at', 'AT+JWT ', 'id_token', 'dpop+jwt', null, 1], n) },
      claims,
    ),
  'another audience': ({ header, claims }, n) =>
    sign(header, { ...claims, aud: pick([...odd, undefined, 'groupless-login', 'GROUPLESS-API'], n) }),
  'another issuer': ({ header, claims }, n) =>
    sign(header, { ...claims, iss: pick([...odd, undefined, 'evil', 'Groupless'], n) }),
  'no user, or another': ({ header, claims }, n) =>
    sign(header, { ...claims, sub: pick([...odd, undefined, '01936f00-0000-7000-8000-000000000000'], n) }),
  'no session, or another': ({ header, claims }, n) =>
    sign(header, { ...claims, sid: pick([...odd, undefined, '01936f00-0000-7000-8000-000000000000'], n) }),
  'no end, or an odd one': ({ header, claims }, n) =>
    sign(header, { ...claims, exp: pick([undefined, null, '9999999999', 'x', true, [], {}, -1, 0], n) }),
  'over long ago': ({ header, claims }, n) =>
    sign(header, { ...claims, exp: Math.floor(Date.now() / 1_000) - 60 - n }),
  'a bit of the header': ({ text }, n) => flip(text, 0, n),
  'a bit of the claims': ({ text }, n) => flip(text, 1, n),
  'a bit of the signature': ({ text }, n) => flip(text, 2, n),
  'cut short': ({ text }, n) => text.slice(0, -2 - (n % (text.length - 3))),
  'parts too many or in another order': ({ text }, n) => {
    const [a = '', b = '', c = ''] = text.split('.');
    return pick(
      [`${text}.${c}`, `${b}.${a}.${c}`, `${a}.${c}.${b}`, `.${text}`, `${a}..${c}`, `${a}.${b}.${c}.`],
      n,
    );
  },
  'no JSON': ({ header, claims }, n) =>
    n % 2 === 0
      ? signText(pick(['{', 'null', '[]', '"x"'], n / 2), JSON.stringify(claims))
      : signText(JSON.stringify(header), pick(['{', 'null', '[]', '1', '"x"', ''], (n - 1) / 2)),
  'rights that nobody gave': ({ text, claims }, n) => {
    const [a = '', , c = ''] = text.split('.');
    return `${a}.${encode({ ...claims, [pick(['role', 'roles', 'scope', 'admin'], n)]: 'admin' })}.${c}`;
  },
  garbage: (_, n) => randomBytes(1 + (n % 500)).toString('base64url'),
};

describe(`${TOKENS} wrong access tokens of ${Object.keys(CLASSES).length} classes`, () => {
  let t: ServedApp;
  let user: SignedInUser;
  let token: Token;
  beforeAll(async () => {
    t = await startServedApp();
    user = await signIn(t);
    const [header, claims] = user.access_token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Part) as [Part, Part];
    token = { text: user.access_token, header, claims };
  });
  afterAll(() => t.close());

  const me = (text: string) =>
    sendRaw(t.port, { path: '/api/auth/me', headers: { authorization: `Bearer ${text}` } });

  it('are all refused, and the right one is not', async () => {
    const classes = Object.entries(CLASSES);
    const accepted: string[] = [];
    for (let count = 0; count < TOKENS; count++) {
      const [name, make] = classes[count % classes.length]!;
      const made = make(token, Math.floor(count / classes.length));
      if (made === token.text) throw new Error(`"${name}" changed nothing`);
      const { status } = await me(made);
      if (status !== 401) accepted.push(`${name}: ${status} ${made}`);
    }
    expect(accepted).toEqual([]);
    expect((await me(token.text)).status).toBe(200);
    prove({
      asvs: '9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2, 9.2.3',
      promise: 'A changed or forged access token opens nothing.',
      figure: `${TOKENS} tokens of ${classes.length} classes: ${accepted.length} accepted`,
    });
  }, 300_000);
});
