const ALPHABETS: Record<string, string> = {
  /** Letters and digits. */
  a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  /** The same with what base64url adds. */
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  h: '0123456789abcdef',
  d: '0123456789',
};

/**
 * Shapes of secrets as their makers describe them: `{a36}` stands for 36 characters of an alphabet. What has to be hidden
 * is in `«»`, or else all of it.
 */
export const SECRET_TEMPLATES: readonly string[] = [
  'ghp_{a36}',
  'gho_{a36}',
  'ghs_{a36}',
  'github_pat_{a22}_{a59}',
  'glpat-{b20}',
  'AKIA{u16}',
  'ASIA{u16}',
  'aws_secret_access_key = «{a40}»',
  'AIza{b35}',
  'ya29.{b120}',
  'GOCSPX-{b28}',
  'xoxb-{d12}-{d12}-{a24}',
  'xoxp-{d12}-{d12}-{d12}-{h32}',
  'https://hooks.slack.com/services/«T{u8}/B{u8}/{a24}»',
  'sk_live_{a24}',
  'rk_live_{a24}',
  'whsec_{a32}',
  'sk-{a48}',
  'sk-proj-{b80}',
  'sk-ant-api03-{b93}AA',
  'hf_{a34}',
  'gsk_{a52}',
  'npm_{a36}',
  'pypi-AgEIcHlwaS5vcmc{b80}',
  'dckr_pat_{b27}',
  'SG.{b22}.{b43}',
  'key-{h32}',
  '{d9}:AA{b33}',
  'shpat_{h32}',
  'dop_v1_{h64}',
  'hvs.{b90}',
  'dp.pt.{a43}',
  'lin_api_{a40}',
  'ntn_{a46}',
  'figd_{b40}',
  'glsa_{a32}_{h8}',
  'NRAK-{u27}',
  'dapi{h32}',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI{b40}.{b43}',
  'postgres://app:«{a16}»@db.internal:5432/app',
  'mysql://root:«{a12}»@10.0.0.5/shop',
  'mongodb+srv://svc:«{a20}»@cluster0.abcde.mongodb.net/?retryWrites=true',
  'redis://:«{a24}»@cache:6379/0',
  'amqps://worker:«{a18}»@mq.example.org/vhost',
  'https://deploy:«{a20}»@git.example.org/team/app.git',
  'Server=tcp:db.example.org;User ID=app;Password=«{a14}1x»;Encrypt=true',
  'DefaultEndpointsProtocol=https;AccountName=files;AccountKey=«{a86}==»;EndpointSuffix=core.windows.net',
  '-----BEGIN PRIVATE KEY-----\n«MIIEvQIBADANBgkq{a64}\n{a64}»\n-----END PRIVATE KEY-----',
  '-----BEGIN RSA PRIVATE KEY-----\n«MIIEowIBAAKCAQEA{a64}\n{a64}»\n-----END RSA PRIVATE KEY-----',
  '-----BEGIN OPENSSH PRIVATE KEY-----\n«b3BlbnNzaC1rZXk{a64}\n{a64}»\n-----END OPENSSH PRIVATE KEY-----',
  'Authorization: Bearer «{b40}1»',
  'Authorization: Basic «{a30}1=»',
  'x-api-key: «{a32}1»',
  'client_secret=«{b39}1»',
  'DB_PASSWORD=«{a15}1»',
  'password: "«{a14}!»"',
  'JWT_SECRET="«{b64}»"',
  'SESSION_TOKEN=«{h39}a»',
  'gl_{a8}_{a43}',
  'AGE-SECRET-KEY-1{u58}',
];

/** How people and programs write them down. */
export const SECRET_CONTEXTS: readonly string[] = [
  'Deployed it. The key is SECRET, and the server answers again.',
  'export VALUE=SECRET\nnpm start',
  '- note: SECRET\n- next: rotate it',
  'curl example.org (SECRET) || exit 1',
  'Настроили сервер: SECRET\nВсё работает.',
];

/** A template with random characters, the same for the same seed. */
export function seededSecret(template: string, seed: number): { text: string; hidden: string } {
  let state = seed + 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const filled = template.replace(/\{([abuhd])(\d+)\}/g, (_, kind: string, count: string) => {
    const alphabet = ALPHABETS[kind] ?? '';
    return Array.from({ length: Number(count) }, () => alphabet[random(alphabet.length)]).join('');
  });
  const text = filled.replace(/[«»]/g, '');
  return { text, hidden: /«(.*)»/s.exec(filled)?.[1] ?? text };
}
