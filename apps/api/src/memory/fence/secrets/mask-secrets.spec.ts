import { maskSecrets } from '@groupless/shared-dto/memory/masked-text';
import { SECRET_SHAPES } from '@groupless/shared-dto/memory/secret-shapes';
import fastify from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
  SECRET_CONTEXTS,
  SECRET_TEMPLATES,
  seededSecret,
} from '../../../../test/harness/fence/seeded-secrets';
import { MASKED_HEADER, addMaskedHeader } from '../../../platform/http/masked-count';
import { withoutSecrets } from './mask-secrets';

const HARMLESS = [
  'Moved the token bucket to its own file; password resets now send one mail.',
  'The secret: keep the old URLs. Token: refresh it after ten minutes.',
  'git commit 3f2a1c9d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39 on branch task-4711-add-search',
  'See https://example.org:8443/a/b?x=1#c and mailto:ada@example.org, id 018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f.',
  'password=${DB_PASSWORD} token=$TOKEN api_key: <your key> secret={{ vault }} pwd=process.env.PWD',
  'npm install --save-exact p-limit@7.3.3 sk-learn pk_list eyJ bearer of bad news',
  'basic authentication, bearer tokens, api key rotation and "password" fields',
  'docker run -p 8080:80 -u 1000:1000 mysql:8; ssh -p2222 ada@db1; mkdir -p out/2026; tar -pxzf a1.tgz; cp -p a1 b2',
  'mysql -p shop2026 < dump.sql, then mysql -P3307 -u root, and mysqldump -u root -p --databases shop1',
  'curl -u admin https://example.org:8443/a, curl -u "$USER:$TOKEN" https://example.org, git push -u origin:main2024',
  'docker run -e BASE_URL=https://api.example.org -u 1000:1000 app; git push https://github.com/ada/shop -u origin:main',
  'see https://docs.example.org/a and run docker exec -u www-data:www-data web sh',
  'mongod -p, useradd -u 1001:web9, psql -p5433, python -u main:app, http -u see: https://example.org',
  'sha512-q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng= in package-lock.json',
  'The password is stored with argon2id; the token is base64url, signed by HS256; see RFC7519 and NIST800-63b.',
  'password reset v2.1.0Beta, password for https://example.org/A1b2, password hashing in UserService2.ts, PASSWORD SHOP-123',
  'ids 4111111111111112, 1234567890123456 and 1796495500000000; UUID 4111-1111-1111-1111-1111; EAN 4006381333931',
  'call +49 170 1234567 or +1 415 555 2671; it costs 4,111.00 EUR until 12/28',
  'The token bucket holds 4096kB; the token is valid for 3600s and expires in 15min',
  'token_count: 12345abc, password_min_length = 12chars, secret_name=db-prod-2024, api_key_id: key_2024x, password_hash: $argon2id$v19',
  'first pass: 12 of 12a tests; second pass: phase1-cleanup; pass=1',
  '.sk-loading-spinner-animation-container feature/sk-proj-refactoring-of-the-login-page re_uploaded_files_for_the_customer_portal',
  'docker run -p 8080:80 app1; docker login registry.local; redis-cli -h cache1 -p 6380 ping; htpasswd -c .htpasswd bob',
  `certificate-authority-data: ${Buffer.from('-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkq').toString('base64')}`,
  'Use --password instead of -p, and --passphrase from a file; echo v1.2.3 | tee VERSION; vault login with the token helper',
  'Das Passwort ist abgelaufen; пароль от базы изменён; la contraseña es obligatoria; le mot de passe est chiffré',
  'passphrase: never store it here. author: "Ym9i", "auth": "authenticatedUser1"',
  'The seed phrase: twelve words come back after a restore of the wallet, and nothing else does.',
];

/** Secrets as people and files write them, and what only looks like them; the second half was only counted when the mask was mended. */
const [SECRETS = [], LOOKALIKES = [], OTHER_SECRETS = [], OTHER_LOOKALIKES = []] = readFileSync(
  join(__dirname, '../../../../test/harness/fence/secret-forms.txt'),
  'utf8',
)
  .split(/^#.*\n/m)
  .slice(1)
  .map((part) => part.trim().split('\n'));
const isMasked = (text: string) => maskSecrets(text).count > 0;

describe('the mask of secrets', () => {
  const examples = SECRET_SHAPES.flatMap(({ name, examples }) => examples.map((example) => [name, example]));

  it.each(examples)('masks the example of %s: %s', (_name, example) => {
    const { text, count } = maskSecrets(`It is ${example} and so on.`);
    expect(count).toBe(1);
    expect(text).toMatch(/^It is .*\[masked\].* and so on\.$/s);
    expect(maskSecrets(text)).toEqual({ text, count: 0 });
  });

  it('masks them in a process that has compiled so many expressions that V8 does not optimize these', () => {
    setFlagsFromString('--no-regexp-optimization');
    // Compiled anew: another source than that of the expressions above, and the same meaning.
    const missed = SECRET_SHAPES.flatMap(({ before = '', secret, examples }) => {
      const expression = new RegExp(`${before}(?:${secret})(?:)`);
      return examples.filter((example) => !expression.test(example));
    });
    setFlagsFromString('--regexp-optimization');
    expect(missed).toEqual([]);
  });

  it('finds at least 95 % of 300 seeded secrets, in sentences, settings, JSON, YAML and commands', () => {
    const seeded = SECRET_TEMPLATES.flatMap((template, seed) =>
      SECRET_CONTEXTS.map((context, index) => {
        const { text, hidden } = seededSecret(template, seed * 31 + index);
        return { text: context.replace('SECRET', () => text), hidden };
      }),
    );
    expect(seeded).toHaveLength(300);
    const missed = seeded.filter(({ text, hidden }) => maskSecrets(text).text.includes(hidden));
    expect(missed.map(({ text }) => text).slice(15)).toEqual([]);
  });

  it('finds them in settings, commands and sentences of five languages, and leaves alone what looks like them', () => {
    expect([SECRETS, LOOKALIKES, OTHER_SECRETS, OTHER_LOOKALIKES].map(({ length }) => length)).toEqual([
      254, 191, 42, 50,
    ]);
    expect(SECRETS.filter((text) => !isMasked(text)).slice(3)).toEqual([]);
    expect(OTHER_SECRETS.filter((text) => !isMasked(text)).slice(1)).toEqual([]);
    expect(LOOKALIKES.filter(isMasked)).toEqual([]);
    expect(OTHER_LOOKALIKES.filter(isMasked).slice(1)).toEqual([]);
  });

  it.each(HARMLESS)('leaves alone: %s', (text) => {
    expect(maskSecrets(text)).toEqual({ text, count: 0 });
  });

  it('keeps what stands around a secret', () => {
    expect(maskSecrets('DATABASE_URL=postgres://app:s3cr3t@db:5432/app?x=1').text).toBe(
      'DATABASE_URL=postgres://app:[masked]@db:5432/app?x=1',
    );
    expect(maskSecrets('{"api_key": "zx81-spectrum", "n": 1}').text).toBe('{"api_key": "[masked]", "n": 1}');
  });

  it('needs time in proportion to the length, whatever the text', () => {
    const parts = SECRET_SHAPES.flatMap(({ examples }) => examples.slice(0, 2)).flatMap((example) => [
      example,
      example.slice(0, 8),
      `${example.slice(0, 8)}.`,
    ]);
    const others = ['://', '://a:', 'token=', 'token:"', 'eyJ', '-----BEGIN ', 'bearer ', '-', '"', 'a', '1'];
    const texts = [...parts, ...others].map((part) => part.repeat(65_536).slice(0, 65_536));
    // Once more, so that another process on this machine is not blamed on the text.
    const isSlow = (text: string) => millisecondsOf(() => maskSecrets(text)) > 100;
    const slow = texts.filter((text) => isSlow(text) && isSlow(text)).map((text) => text.slice(0, 60));
    expect(slow).toEqual([]);
  });
});

describe('an object without its secrets', () => {
  const SECRET = 'password=correct-horse-9';

  it('has the mask in each of its texts and lists, and all else as it was', () => {
    const tags = [SECRET];
    expect(withoutSecrets({ id: 7, note: null, tags, a: `x ${SECRET}`, b: 'no secret', c: SECRET })).toEqual({
      id: 7,
      note: null,
      tags: ['password=[masked]'],
      a: 'x password=[masked]',
      b: 'no secret',
      c: 'password=[masked]',
    });
  });

  it('is the object itself where there is nothing to mask', () => {
    const input = { a: 'password reset', b: 1 };
    expect(withoutSecrets(input)).toBe(input);
    // What only the line break between two texts makes a secret of is none.
    const apart = { a: 'password=', b: 'correct-horse-9' };
    expect(withoutSecrets(apart)).toEqual(apart);
  });

  it('has its secrets counted in a header of the answer, with those of other objects', async () => {
    const server = fastify();
    addMaskedHeader(server);
    server.get('/none', () => withoutSecrets({ a: 'no secret' }));
    server.get('/three', () => [
      withoutSecrets({ a: SECRET, b: `${SECRET} ${SECRET}` }),
      withoutSecrets({ a: 'x' }),
    ]);
    server.get('/two', () => [withoutSecrets({ a: SECRET }), withoutSecrets({ a: SECRET })]);
    const told = async (path: string) => (await server.inject(path)).headers[MASKED_HEADER];
    expect([await told('/none'), await told('/three'), await told('/two')]).toEqual([undefined, '3', '2']);
    await server.close();
  });
});

function millisecondsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
