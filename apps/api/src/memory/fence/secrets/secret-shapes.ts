/**
 * The shapes of secrets that are masked before a text is stored or compared. Each stands with examples, which are its test.
 *
 * Every pattern has to be linear: it begins with fixed characters, its repetitions are bounded or end at a character that
 * cannot begin another match, and what it cannot match it leaves at once. A test tries hostile texts of 64 KiB.
 */
export interface SecretShape {
  name: string;
  /** What stands before the secret and stays. */
  before?: string;
  secret: string;
  /** Whether letters and digits may stand directly before it: otherwise it begins a word. */
  isInWord?: boolean;
  /** Invented secrets, which are masked. */
  examples: readonly string[];
}

const R = String.raw;

/**
 * The letters of a pattern without escapes, in both cases. Not by `(?i:…)`: once a process has compiled a megabyte of
 * expressions V8 stops optimizing further ones, and then takes such a group for one of exact case.
 */
function inAnyCase(pattern: string): string {
  return pattern.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Secrets that are known by how they begin. They count only at the beginning of a word. */
const PREFIXED: readonly [name: string, secret: string, ...examples: string[]][] = [
  ['this panel', R`gl_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}`, `gl_4fG7kQ2z_${'aB3'.repeat(14)}x`],
  ['AWS key id', R`(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])`, 'AKIAIOSFODNN7EXAMPLE'],
  ['Google key', R`AIza[\w-]{35}`, `AIza${'SyD3x-_'.repeat(5)}`],
  [
    'Google token',
    R`(?:ya29\.|GOCSPX-|1\/\/0)[\w-]{20,400}`,
    `ya29.${'a0AfH6S'.repeat(8)}`,
    `GOCSPX-${'k3Jd9'.repeat(5)}`,
  ],
  [
    'GitHub',
    R`(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{40,255})`,
    `ghp_${'a1B2c3'.repeat(6)}`,
    `github_pat_11A${'b4_x'.repeat(20)}`,
  ],
  [
    'GitLab',
    R`gl(?:pat|dt|rt|ptt|cbt|ft|soat|agent|oas|ffct|imt)-[\w.-]{20,300}`,
    `glpat-${'x7Yz2'.repeat(4)}`,
  ],
  ['Slack', R`xox[abeoprs](?:\.xox[bp])?-[\w-]{10,400}`, `xoxb-2384-1928-${'aBc3'.repeat(6)}`],
  ['Slack app', R`xapp-\d-[\w-]{20,400}`, `xapp-1-A04-${'9f8e'.repeat(8)}`],
  [
    'Stripe',
    R`(?:(?:sk|rk|pk)_(?:live|test)_|whsec_)[A-Za-z0-9+\/=]{16,300}`,
    `sk_live_${'4eC39H'.repeat(4)}`,
    `whsec_${'MfKQ9r8'.repeat(4)}`,
  ],
  [
    'OpenAI, Anthropic and alike',
    R`sk-(?:(?:proj|svcacct|admin|ant|or|lf|None)-)?[\w-]{20,400}`,
    `sk-proj-${'T3B-lbk_'.repeat(6)}`,
    `sk-ant-api03-${'x9_Y'.repeat(12)}`,
    `sk-${'a1B2'.repeat(12)}`,
  ],
  [
    'model hosts',
    R`(?:hf_|gsk_|r8_|pplx-|xai-|nvapi-|tgp_v1_|fw_|csk-|jina_|AQ\.Ab)[\w-]{24,300}`,
    `hf_${'aBcD'.repeat(9)}`,
    `gsk_${'x4Z9'.repeat(13)}`,
  ],
  ['npm', R`npm_[A-Za-z0-9]{36}`, `npm_${'a1B2c3'.repeat(6)}`],
  ['PyPI', R`pypi-[\w-]{50,400}`, `pypi-AgEIcHlwaS5vcmc${'x9-_'.repeat(12)}`],
  ['RubyGems', R`rubygems_[0-9a-f]{48}`, `rubygems_${'0a1b2c'.repeat(8)}`],
  ['Docker', R`dckr_(?:pat|oat)_[\w-]{20,100}`, `dckr_pat_${'x9Y-z'.repeat(6)}`],
  ['SendGrid', R`SG\.[\w-]{16,64}\.[\w-]{16,64}`, `SG.${'x9Y-z_'.repeat(4)}.${'a1B2c3'.repeat(7)}`],
  [
    'mail services',
    R`(?:key-[0-9a-f]{32}|xkeysib-[0-9a-f]{64}-\w{16}|re_\w{24,64}|[0-9a-f]{32}-us\d{1,2})(?!\w)`,
    `key-${'0a1b2c3d'.repeat(4)}`,
    `xkeysib-${'0a1b2c3d'.repeat(8)}-aB3dE6gH9jK2mN5p`,
    `${'0a1b2c3d'.repeat(4)}-us14`,
  ],
  ['Twilio', R`SK[0-9a-f]{32}(?!\w)`, `SK${'0a1b2c3d'.repeat(4)}`],
  ['Telegram', R`\d{8,10}:[\w-]{35}(?![\w-])`, `1234567890:${'AAE-x9Y'.repeat(5)}`],
  [
    'Discord',
    R`[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}`,
    `MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.${'x9Y-z_a1b'.repeat(3)}`,
  ],
  ['cloud platforms', R`(?:do[oprt]_v1_|dop_v1_)[0-9a-f]{64}`, `dop_v1_${'0a1b2c3d'.repeat(8)}`],
  ['Azure', R`[\w~.-]{3}\dQ~[\w~.-]{31,34}`, `abc8Q~${'x9Y-z_.'.repeat(4)}abcdef`],
  ['Shopify', R`shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}`, `shpat_${'0a1b2c3d'.repeat(4)}`],
  [
    'Square, PayPal',
    R`(?:sq0(?:atp|csp|idp)-[\w-]{22,60}|EAAA[\w-]{60}|access_token\$\w{4,16}\$\w{16}\$[0-9a-f]{32})`,
    `sq0atp-${'x9Y-z_a'.repeat(3)}b`,
    `access_token$production$a1b2c3d4e5f6g7h8$${'0a1b2c3d'.repeat(4)}`,
  ],
  [
    'Hashicorp, Doppler, 1Password',
    R`(?:hv[sbr]\.[\w-]{24,300}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,80}|ops_eyJ[\w-]{40,2000}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80})`,
    `hvs.${'CAESI-x9'.repeat(4)}`,
    `dp.pt.${'a1B2c3D4'.repeat(5)}abc`,
  ],
  [
    'work tools',
    R`(?:lin_(?:api|oauth)_\w{32,80}|ntn_\w{40,60}|secret_[A-Za-z0-9]{43}|fig[dour]_[\w-]{38,60}|ATATT[\w=-]{40,300}|ATCTT[\w=-]{40,300}|PMAK-[0-9a-f]{24}-[0-9a-f]{34}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|pat-[a-z]{2}1-[0-9a-f-]{36}|shippo_live_[0-9a-f]{40})`,
    `lin_api_${'a1B2c3D4'.repeat(5)}`,
    `ntn_${'a1B2c3D4'.repeat(6)}`,
    `secret_${'a1B2c3D'.repeat(6)}x`,
    `figd_${'x9Y-z_a1'.repeat(5)}`,
    `ATATT3xFfGF0${'x9Y-z_a1'.repeat(8)}`,
  ],
  [
    'monitoring',
    R`(?:gl(?:sa|c)_[\w+\/=]{32,400}|NR(?:AK|JS|II|RA)-[\w-]{20,60}|sntry[su]_[\w+\/=-]{40,400}|dd[ap]_\w{32,60}|phc_\w{40,50}|phx_\w{40,50})`,
    `glsa_${'a1B2c3D4'.repeat(4)}_0a1b2c3d`,
    `NRAK-${'A1B2C3D4E'.repeat(3)}`,
    `sntrys_${'eyJpYXQi'.repeat(8)}`,
  ],
  [
    'data platforms',
    R`(?:dapi[0-9a-f]{32}(?:-\d)?|sb[ps]_[\w-]{36,80}|sb_secret_[\w-]{20,60}|pscale_(?:tkn|pw|oauth)_[\w.-]{32,80}|napi_\w{48,80}|rnd_\w{28,40}|cfut_\w{40,60}|nfp_\w{36,50}|fo1_[\w-]{43}|fm[12][ar]?_[\w+\/=-]{60,600}|vercel_\w{24,60}|vcp_\w{40,80}|CCIPAT_\w{20,100}|bkua_\w{40})`,
    `dapi${'0a1b2c3d'.repeat(4)}`,
    `sbp_${'0a1b2c3d'.repeat(5)}`,
    `pscale_tkn_${'x9Yz_a1b'.repeat(5)}`,
  ],
  ['age key', R`AGE-SECRET-KEY-1[0-9A-Z]{58}`, `AGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(5)}QPZRY9X8`],
  [
    'JSON web token',
    R`eyJ[\w-]{8,4000}\.eyJ[\w-]{4,8000}(?:\.[\w-]{0,2000})?`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  ],
  [
    'sealed web token',
    R`eyJ[\w-]{16,2000}(?:\.[\w-]{0,8000}){4}(?![\w.-])`,
    `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${'x9Y-'.repeat(4)}.${'a1B2'.repeat(8)}.${'z_8Q'.repeat(5)}`,
  ],
];

const KEY_WORD = inAnyCase(
  R`(?:pass(?:word|wort|wd|phrase)|passwort|contraseña|senha|mot de passe|пароль|secret(?:[_-]?access)?(?:[_-]?key)?|api[_ -]?key|access[_ -]?key(?:[_-]?id)?|private[_-]?key|account[_-]?key|signing[_-]?key|encryption[_-]?key|(?:auth|access|refresh|bearer|session|api|id|bot|client|deploy|personal|access)[_ -]?token|token|credentials?|pwd|apikey|authkey)`,
);
/** Between the name of a secret and its value, as settings, JSON, YAML and shells write it. */
const ASSIGNED = R`["'\x60]?\]?\s{0,3}(?::=|=>|[=:])\s{0,3}`;
/** Not masked already, and neither a variable nor a placeholder. */
const NO_VALUE = R`(?!\[masked\]|\$\{|\$\(|\$[A-Z_]|<|\{\{|%\w|process\.|os\.|env\.|ENV\[)`;
/** A digit and a letter: words of a sentence have no digits. */
const MIXED = R`(?=[^\s"'\x60,;<>]{0,80}\d)(?=[^\s"'\x60,;<>]{0,80}[A-Za-z])`;

/** What stands between a command and an option of it; a sentence may go on behind a comma. */
const OPTIONS = R`(?:[^\n|;&,]|,(?!\s)){0,200}?`;

export const SECRET_SHAPES: readonly SecretShape[] = [
  ...PREFIXED.map(([name, secret, ...examples]) => ({ name, secret, examples })),
  {
    name: 'private key',
    isInWord: true,
    secret: R`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,40000}-----END [A-Z0-9 ]{0,40}-----|[A-Za-z0-9+\/=\s\\]{0,40000})`,
    examples: [
      `-----BEGIN PRIVATE KEY-----\nMIIEvQ${'IBADAN'.repeat(30)}\n-----END PRIVATE KEY-----`,
      `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz${'aC1rZXk='.repeat(20)}\n-----END OPENSSH PRIVATE KEY-----`,
    ],
  },
  {
    name: 'password in a URL',
    isInWord: true,
    before: R`:\/\/[^\s\/:@"'<>]{0,200}:`,
    secret: R`(?!\[masked\]@|\$\{|\$[A-Z_]|<|\*+@|\{)[^\s\/@"'<>]{1,400}(?=@[\w\[.-])`,
    examples: [
      'postgres://app:s3cr3t@db.internal:5432/app',
      'redis://:p4ss@10.0.0.5:6379',
      'https://user:tok3n@example.org/x',
    ],
  },
  ...[
    'hooks.slack.com/services/',
    'discord.com/api/webhooks/',
    '.webhook.office.com/webhookb2/',
    'api.telegram.org/bot',
  ].map((address) => ({
    name: 'secret web address',
    isInWord: true,
    before: RegExp.escape(address),
    secret: R`(?!\[masked\])[^\s"'<>)]{12,400}`,
    examples: [`${address}T0001/B0002/${'xY9z'.repeat(6)}`],
  })),
  {
    name: 'authorization header',
    isInWord: true,
    before: inAnyCase(R`(?:bearer|basic|token)[ ]{1,2}`),
    secret: R`(?!\[masked\])(?=[\w.~+\/=-]{0,400}\d)[\w.~+\/=-]{20,4000}`,
    examples: [
      'Authorization: Bearer 9f8e7d6c5b4a39281706f5e4',
      'Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==',
    ],
  },
  {
    name: 'value of a secret',
    isInWord: true,
    before: R`${KEY_WORD}${ASSIGNED}["'\x60]?`,
    secret: R`${NO_VALUE}(?:(?<=["'\x60])[^\s"'\x60]{6,400}(?=["'\x60])|${MIXED}[^\s"'\x60,;<>]{6,400})`,
    examples: [
      'password: "hunter2"',
      `{"api_key":"zx81-spectrum"}`,
      `DB_PASSWORD='correcthorse'`,
      'DB_PASSWORD=hunter2',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'token: 0a1b2c3d4e5f',
      'Server=db;User Id=app;Password=pa55w0rd;',
    ],
  },
  {
    name: 'option of a command',
    isInWord: true,
    before: R`--(?:password|token|secret|api-key|access-key|client-secret|auth-token)[ =]`,
    secret: R`${NO_VALUE}${MIXED}[^\s"'\x60,;<>]{6,400}`,
    examples: ['mysql --password s3cr3tpw', 'deploy --token 9f8e7d6c'],
  },
  {
    // Of these programs alone: with others -p is a port, a path or a print.
    name: 'password behind -p',
    before: R`(?:(?:mysql(?:dump|admin|import|show|check)?|mariadb(?:-dump|-admin)?|mongo(?:sh|dump|restore)?)\b${OPTIONS}\s-p|sshpass\s-p\s?)["']?`,
    secret: R`${NO_VALUE}${MIXED}[^\s"'\x60,;<>]{6,400}`,
    examples: ['mysql -u root -pS3cr3tPw!', 'mysqldump -psecretpw123 shop', 'sshpass -p hunter22 ssh ada@db'],
  },
  {
    // Of these programs as commands alone: behind an address -u is a user and a group, or a remote's branch.
    name: 'password behind -u user:',
    before: R`\b(?:curl|wget|https?|xh)(?:\.exe)?(?=\s)${OPTIONS}\s(?:-u|--user|-a|--auth)[ =]?["']?[^\s:"'\/]{1,100}:`,
    secret: R`${NO_VALUE}(?!\/\/)[^\s"'\x60,;<>]{4,400}`,
    examples: [
      'curl -u admin:s3cretpass http://x',
      'curl --user admin:correcthorse https://example.org',
      `curl -s -u 'ada:hunter2' https://example.org`,
    ],
  },
];
