import { COMMANDS, LOG_IN, OPTIONS } from './command-shapes';
import { FUNCTION_WORD, isNoWordAbout } from './password-words';
import { PREFIXED } from './token-shapes';

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
  /** Whether what has this shape is one, where a pattern cannot say it. */
  isSecret?: (found: string) => boolean;
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

/** Words for a password. */
const PASSWORD = inAnyCase(
  R`(?:pass(?:word|wort|wd| ?phrase)|kennwort|contraseña|senha|mot de passe|парол(?:ь|я|ю|ем|е))`,
);
const KEY_WORD = `(?:${PASSWORD}|${inAnyCase(
  R`secret(?:[_-]?access)?(?:[_-]?key)?|api[_ -]?key|access[_ -]?key(?:[_-]?id)?|private[_-]?key|account[_-]?key|signing[_-]?key|encryption[_-]?key|pre[_-]?shared[_-]?key|admin[_-]?key|(?:auth|access|refresh|bearer|session|api|id|bot|client|deploy|personal|access)[_ -]?token|token|credentials?|pwd|apikey|authkey|api-?schlüssel|schlüssel für die api|clave de (?:la )?api|clé (?:d'|de l')api|секретный ключ|ключ (?:от )?api|api-ключ`,
)})`;
/** Short names of passwords, which mean something else within a text, at the end of a longer name. */
const SHORT_NAME = R`(?<=[A-Za-z\d][_-])(?:${inAnyCase('(?:pass|pw|psk|auth)')}|PAT)`;
/** What a secret is for may stand behind its name: `DB_PASSWORD_PROD`. */
const STAGES = 'prod|production|stag|stage|staging|dev|test|live|main|old|new|backup|current|[0-9]{1,2}';
const STAGE = `(?:${inAnyCase(`[_-](?:${STAGES})`)}|Prod|Production|Stage|Staging|Dev|Test|Live|Main)`;
/** Names of what is about a secret, and is none. */
const ABOUT = inAnyCase(
  '(?:name|id|ids|count|limit|file|path|url|uri|endpoint|host|server|bucket|store|manager|provider|service|class|type|kind|expir|ttl|length|len|min|max|size|policy|version|arn|ref|env|var|field|header|prefix|suffix|updated|created|rotated|issued|age|days|lifetime|reset|confirm|rule|hint|label|title|text|page|form|status|state|scope|issuer|audience|alg|kid|source|format|mode|param|encryption|until|sha|hash|digest|salt|table|column|index|at|by|in|usage|used|budget)',
);
const NAMED = `(?:(?![_-]?${ABOUT})(?:[_-][A-Za-z0-9]{1,24}|[A-Z][a-z0-9]{1,24})){1,4}`;
/** Between the name of a secret and its value, as settings, JSON, YAML and shells write it. */
const ASSIGNED = R`["'\x60]?\]?\s{0,3}(?::=|=>|->|[=:→])\s{0,3}`;
/** Not masked already, and neither a variable nor a placeholder. */
const NO_VALUE = R`(?!\[masked\]|\$\{|\$\(|\$[A-Z_]|<|\{\{|%\w|process\.|os\.|env\.|ENV\[|same-origin|password["'\x60]|[\w.]{1,60}\()`;
/** A digit and a letter: words of a sentence have no digits. */
const MIXED = R`(?=[^\s"'\x60,;<>]{0,80}\d)(?=[^\s"'\x60,;<>]{0,80}[A-Za-z])`;
const VALUE = R`${NO_VALUE}${MIXED}[^\s"'\x60,;<>]{6,400}`;

/** What a sentence says of a password besides itself: how it is stored, where, for how long. */
const NO_WORD_ABOUT = R`(?![~.\/]|[\w-]{1,40}(?:\.[\w-]{1,40}){1,3}\/|\d{1,8}[A-Za-z%]{0,5}(?![\w!-])|[vV]?\d{1,4}\.\d|\S{1,80}@[\w-]{1,60}\.|${inAnyCase(
  '(?:argon|bcrypt|scrypt|pbkdf|sha|md5|hmac|aes|rsa|ed25519|base[0-9]|utf|(?:hs|rs|es)[0-9]{3}|oauth|jwt|rfc|nist|x509|http|1password|keepass|i18n)',
)})`;
/** In a sentence: of what it is the password, in a few words. */
const OF_WHAT = R`(?:\s{1,2}(?:of|for|to|on|at|von|vom|für|zum|zur|des|der|de|del|la|para|du|pour|от|для|к|на|админ[а-я]{0,12}|пользоват[а-я]{0,8}|базы)(?:\s{1,2}[^\s:;,"'=]{1,24}){0,4}?)?`;
const IS = R`\s{1,2}(?:(?:is|was|has been|ist|wurde|lautet|es|est|é|это|теперь)(?:\s(?:now|changed to|set to|still|jetzt|ahora|maintenant|теперь|auf))?|[—–=:-])\s{1,2}`;
const QUOTE = R`["'\x60«„“]`;
const QUOTED = R`(?<=${QUOTE})(?=[^\s"'\x60»“”]{0,80}[^A-Za-z\s"'\x60»“”])[^\s"'\x60»“”]{6,400}(?=["'\x60»“”])`;
/** No word of a sentence looks like this: digits among letters, or a sign that no word has. */
const STRONG = R`(?=[^\s"'\x60,;<>]{0,80}\d)(?=[^\s"'\x60,;<>]{0,80}[a-z])(?=[A-Za-z]{0,40}\d{1,40}[A-Za-z]{1,40}\d|[^\s"'\x60,;<>]{0,80}[!@$%^&*+?])`;
/** The sum of Luhn, which the last digit of a card's number makes divisible by ten. */
function isCardNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}

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
  {
    name: 'secret web address',
    isInWord: true,
    before: R`(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|\.webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks\/catch|hook\.(?:eu|us)\d\.make\.com|api\.telegram\.org\/bot(?=\d))\/?`,
    secret: R`(?!\[masked\])[^\s"'<>)]{12,400}`,
    examples: [
      'hooks.slack.com/services/T0001/B0002/',
      'hooks.slack.com/triggers/T0001/B0002/',
      'discordapp.com/api/webhooks/0001/B0002/',
      'a.webhook.office.com/webhookb2/T0001/B0002/',
      'hooks.zapier.com/hooks/catch/0001/B0002/',
      'hook.eu2.make.com/T0001B0002',
      'api.telegram.org/bot1234567890/',
    ].map((address) => `${address}${'xY9z'.repeat(6)}`),
  },
  {
    name: 'token in a URL',
    isInWord: true,
    before: R`:\/\/`,
    secret: R`(?=[A-Za-z_-]{0,200}\d)[\w-]{20,300}(?=@[\w\[.-])`,
    examples: [`https://${'a1B2c3D4'.repeat(5)}@git.example.org/a/b`],
  },
  {
    name: 'password of a database driver',
    isInWord: true,
    before: R`jdbc:oracle:(?:thin|oci):[^\s\/@"']{1,60}\/`,
    secret: R`${NO_VALUE}[^\s@"'\/]{1,100}(?=@)`,
    examples: ['jdbc:oracle:thin:app/s3cr3t@//db:1521/shop'],
  },
  {
    name: 'address that opens',
    isInWord: true,
    before: R`(?:azurewebsites\.net\/[^\s?"']{0,200}\?code=|\/with\/key\/|calendar\/ical\/[^\s\/"']{1,200}\/private-|\/(?:reset|reset-password|magic|magic-link)\/)`,
    secret: R`(?=[A-Za-z_%+]{0,200}\d)[\w%+=]{20,400}(?![\w-])`,
    examples: [
      `https://a.azurewebsites.net/api/f?code=${'a1B2c3D4'.repeat(6)}==`,
      `https://calendar.google.com/calendar/ical/ada%40example.org/private-${'0a1b2c3d'.repeat(4)}/basic.ics`,
      `https://example.org/reset-password/${'a1B2c3D4'.repeat(5)}`,
    ],
  },
  {
    name: 'login of a machine',
    before: R`machine\s{1,4}[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\s{1,8}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4}`,
    secret: R`${NO_VALUE}\S{4,400}`,
    examples: ['machine example.org\n  login ada\n  password correcthorse'],
  },
  {
    // The port says what it is; five fields with colons are addresses, too.
    name: 'line of .pgpass',
    isInWord: true,
    before: R`:(?:5432|5433|6432|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:`,
    secret: R`${NO_VALUE}[^\s:"'\x60]{4,200}(?![^\s"'\x60])`,
    examples: ['db.example.org:5432:shop:app:correcthorse', 'localhost:5432:*:postgres:Wq7ZrT9mKp2x'],
  },
  {
    name: 'login of a registry',
    before: R`_auth\s{0,2}=\s{0,2}["']?`,
    secret: R`(?=[A-Za-z+\/]{0,200}[\d=])[A-Za-z\d+\/]{8,400}={0,2}`,
    examples: ['_auth=Ym9iOldxN1pyVDltS3AyeA=='],
  },
  {
    name: 'literal of a secret of Kubernetes',
    isInWord: true,
    before: R`--from-literal[= ]["']?[\w.-]{0,60}(?:${inAnyCase('pass|password|pw|pwd|secret|token|key')})=["']?`,
    secret: R`${NO_VALUE}[^\s"'\x60]{4,400}`,
    examples: ['kubectl create secret generic db --from-literal=password=correcthorse'],
  },
  {
    name: 'private part of a web key',
    isInWord: true,
    before: R`"[dk]"\s{0,2}:\s{0,2}"`,
    secret: R`(?:[\w-]{43}|[\w-]{86,700})(?=")`,
    examples: [`{"kty":"EC","d":"${'x9Y-z_a1'.repeat(5)}abc"}`],
  },
  {
    name: 'key of PuTTY',
    isInWord: true,
    before: R`Private-Lines:\s{1,2}\d{1,4}\r?\n`,
    secret: R`(?:[A-Za-z0-9+\/=]{16,80}(?:\r?\n|(?=\s|$))){1,200}`,
    examples: [`Private-Lines: 1\n${'AAAAIL9x'.repeat(6)}`],
  },
  {
    name: 'key of SSH2',
    isInWord: true,
    secret: R`---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----[^-]{0,40000}(?:---- END SSH2 ENCRYPTED PRIVATE KEY ----)?`,
    examples: [
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${'P2/56wAA'.repeat(9)}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    ],
  },
  {
    // An id in the form of a UUID names a session, and opens none.
    name: 'session in a cookie',
    isInWord: true,
    before: R`(?:(?:[Ss]ession|SESSION)(?:[_-]?(?:[Ii][Dd]|[Tt]oken))?|PHPSESSID|JSESSIONID|connect\.sid|li_at|_gh_sess|csrftoken|XSRF-TOKEN)=["']?`,
    secret: R`${NO_VALUE}(?![0-9a-f]{8}-[0-9a-f]{4}-)(?=[^\s\d"';,&]{0,200}\d)[\w.%+\/:=-]{16,4000}`,
    examples: [
      `document.cookie = "PHPSESSID=${'a1b2c3d4'.repeat(3)}"`,
      `connect.sid=s%3A${'a1B2c3D4'.repeat(4)}.${'x9Yz'.repeat(8)}; HttpOnly`,
    ],
  },
  {
    name: 'first cookie of a request',
    isInWord: true,
    before: R`(?:[Cc]ookie:\s{0,2}|--cookie[= ]["']?)[\w.-]{1,60}=`,
    secret: R`${NO_VALUE}(?=[^\s\d"';,]{0,200}\d)[\w.%+\/:=-]{16,4000}`,
    examples: [`Cookie: panel=${'a1B2c3D4'.repeat(5)}`],
  },
  {
    name: 'password in SQL',
    isInWord: true,
    before: R`${inAnyCase('identified')}(?:\s{1,2}${inAnyCase('with')}\s{1,2}\w{1,40})?\s{1,2}${inAnyCase('by')}\s{1,2}["']`,
    secret: R`${NO_VALUE}[^"'\s]{4,100}(?=["'])`,
    examples: [`CREATE USER app IDENTIFIED BY 'correcthorse'`],
  },
  {
    name: 'password in a connection string',
    isInWord: true,
    before: R`;\s{0,2}${inAnyCase('(?:password|pwd)')}\s{0,2}=\s{0,2}`,
    secret: R`${NO_VALUE}[^;"'\x60\s]{4,200}(?=;|["'\x60]|\s|$)`,
    isSecret: isNoWordAbout,
    examples: ['Server=db;Uid=app;Pwd=correcthorse;'],
  },
  {
    name: 'password in an attribute',
    isInWord: true,
    before: R`(?:key|name)="[\w.:-]{0,60}${PASSWORD}"\s{1,3}value="`,
    secret: R`${NO_VALUE}[^"]{4,400}(?=")`,
    examples: ['<add key="SmtpPassword" value="correcthorse"/>'],
  },
  {
    name: 'key of a wireless network',
    before: R`psk=["']`,
    secret: R`${NO_VALUE}[^"'\s]{8,63}(?=["'])`,
    examples: ['psk="correcthorse"'],
  },
  {
    name: 'password of a remote',
    before: R`pass\s{0,2}=\s{0,2}`,
    secret: R`(?=[A-Za-z_-]{0,80}\d)[\w-]{20,400}(?![\w.(-])`,
    examples: [`pass = ${'a1B2c3D4'.repeat(4)}`],
  },
  {
    name: 'key of an account in JSON',
    isInWord: true,
    before: R`"username"\s{0,2}:\s{0,2}"[^"]{1,60}"\s{0,2},\s{0,2}"key"\s{0,2}:\s{0,2}"`,
    secret: R`[0-9a-f]{32}(?=")`,
    examples: [`{"username":"ada","key":"${'0a1b2c3d'.repeat(4)}"}`],
  },
  {
    name: 'codes of a second factor',
    isInWord: true,
    before: R`${inAnyCase('(?:recovery|backup)')} ${inAnyCase('codes?')}\s{0,2}:\s{0,2}`,
    secret: R`[a-z\d]{4,6}-[a-z\d]{4,6}(?:,?\s[a-z\d]{4,6}-[a-z\d]{4,6}){0,15}`,
    isSecret: (found) => /\d/.test(found),
    examples: ['recovery codes: a1b2-c3d4 e5f6-a7b8'],
  },
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
    name: 'login in a header',
    isInWord: true,
    before: R`[Aa]uthorization["']?\s{0,2}[:=]\s{0,2}["']?[Bb]asic\s{1,2}`,
    secret: R`(?!\[masked\])[A-Za-z\d+\/]{8,400}={0,2}`,
    examples: ['Authorization: Basic YWRhOldpbnRlcndhbGQ='],
  },
  {
    name: 'signed web address',
    isInWord: true,
    before: R`[?&](?:sig|X-(?:Amz|Goog)-(?:Signature|Security-Token))=`,
    secret: R`(?!\[masked\])[\w%+\/=-]{24,2000}`,
    examples: [`?sv=2022-11-02&sig=${'Zk9aQ7x%2B'.repeat(4)}%3D`, `?X-Amz-Signature=${'0a1b2c3d'.repeat(8)}`],
  },
  {
    name: 'key in base64',
    // "-----BEGIN " in base64, but not that of a certificate or a public key.
    secret: R`LS0tLS1CRUdJTi(?!BDRVJUSUZJ|BQVUJMSUMg)[A-Za-z\d+\/=]{20,40000}`,
    examples: [`LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpN${'SUlFb3dJQk'.repeat(9)}`],
  },
  {
    name: 'login in base64',
    isInWord: true,
    before: R`"auth"\s{0,3}:\s{0,3}"`,
    secret: R`(?=[^"]{0,80}[a-z])(?=[^"]{0,80}[A-Z])(?:[A-Za-z\d+\/]{4}){3,100}(?:[A-Za-z\d+\/]{2}==|[A-Za-z\d+\/]{3}=)?(?=")`,
    examples: ['{"auths":{"registry.local":{"auth":"Ym9iOldxN1pyVDltS3AyeA=="}}}'],
  },
  {
    name: 'card number',
    secret: R`(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6(?:011|5\d{2})|35\d{2})(?:[ -]?\d{4}){3}(?![\d-])|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\d-])`,
    isSecret: isCardNumber,
    examples: ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005'],
  },
  {
    name: 'value of a secret',
    isInWord: true,
    before: R`(?:${KEY_WORD}|${SHORT_NAME})${STAGE}{0,2}${ASSIGNED}["'\x60]?`,
    secret: R`${NO_VALUE}(?:(?<=["'\x60])[^\s"'\x60]{6,400}(?=["'\x60])|${MIXED}[^\s"'\x60,;<>]{6,400})`,
    examples: [
      'password: "hunter2"',
      `{"api_key":"zx81-spectrum"}`,
      `DB_PASSWORD='correcthorse'`,
      'DB_PASSWORD=hunter2',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'token: 0a1b2c3d4e5f',
      'Server=db;User Id=app;Password=pa55w0rd;',
      'DB_PASS=Qwerty!2345',
      'MAIL_PW="Tulip-4711-x"',
      'DB_PASSWORD_STAGING_2="correcthorse"',
    ],
  },
  {
    name: 'value of a secret by a longer name',
    isInWord: true,
    before: R`${KEY_WORD}${NAMED}${ASSIGNED}["'\x60]?`,
    // No address, no path, and no call of a function.
    secret: R`(?!https?:|[~.\/])${NO_VALUE}(?:${QUOTED}|${VALUE})`,
    examples: [
      'api_key_stripe: 9f8e7d6c5b4a',
      '"dbPasswordBilling": "Zx81spectrum"',
      'TOKEN_GITHUB=9f8e7d6c5b4a3928',
      'api_key_stripe = "correct-horse-x"',
    ],
  },
  {
    // Not of code: there a name stands behind it, among arguments.
    name: 'password of a setting',
    isInWord: true,
    before: R`(?<![(,]\s{0,2}|\?|&)${inAnyCase('password')}=`,
    secret: R`${NO_VALUE}(?![~.\/]|\w{0,40}${inAnyCase('pass(?:word|wd)?')})[^\s"'\x60,;<>()&{}\[\]|]{6,400}(?=\s|["'\x60;]|$)`,
    isSecret: isNoWordAbout,
    examples: ['[client]\nuser=root\npassword=correcthorse', 'helm install --set auth.password=correcthorse'],
  },
  {
    name: 'variable of a shell',
    isInWord: true,
    before: R`(?:PASSWORD|PASSWD|SECRET|_PASS|_PWD|_AUTH)(?:_[A-Z\d]{1,20})?=["']?`,
    secret: R`${NO_VALUE}(?![~.\/])(?:(?<=["'])[^"'\n]{5,100}(?=["'])|(?<!["'])[^\s"'\x60,;<>()]{5,400})`,
    isSecret: isNoWordAbout,
    examples: ['PGPASSWORD=correcthorse', 'DB_PASSWORD_PROD=tulip', "ADMIN_PASS='Winter im Wald'"],
  },
  {
    name: 'variable that a shell exports',
    isInWord: true,
    before: R`(?:export\s{1,2}[A-Z\d_]{1,40}TOKEN=|(?:setx|set -(?:g|U)?x)\s{1,2}[A-Z\d_]{0,40}(?:TOKEN|KEY|SECRET|PASSWORD|PASS|PWD)\s{1,2})["']?`,
    secret: R`${NO_VALUE}[^\s"'\x60,;<>()]{12,400}`,
    isSecret: isNoWordAbout,
    examples: ['export GITHUB_TOKEN=correcthorsebattery', 'setx API_KEY a1b2c3d4e5f6a7b8'],
  },
  {
    name: 'option of a command',
    isInWord: true,
    before: R`--(?:(?:[a-z]{1,20}-)?password|pass|(?:private-|registry-|auth-)?token|oauth2-bearer|passphrase|(?:client-)?secret|api-key|access-key)[ =]["']?`,
    secret: VALUE,
    examples: [
      'mysql --password s3cr3tpw',
      'deploy --token 9f8e7d6c',
      'wget --http-password Wq7ZrT9m',
      'gpg --passphrase s3cr3tpw',
    ],
  },
  {
    name: 'option of one dash',
    isInWord: true,
    before: R`\s-(?:password|passwd|storepass|keypass)\s{1,2}["']?`,
    secret: VALUE,
    examples: ['keytool -list -storepass Wq7ZrT9m'],
  },
  {
    // With these programs -p has the password itself, or asks for it.
    name: 'password of MySQL of letters',
    before: R`(?:mysql(?:dump|admin|import)?|mariadb(?:-dump|-admin)?)\b${OPTIONS}\s-p`,
    secret: R`["']?${NO_VALUE}(?:(?<=["'])[^"'\n]{4,100}(?=["'])|(?<!["'])[^\s"'\x60,;<>]{6,400})`,
    isSecret: isNoWordAbout,
    examples: ['mysql -u root -pcorrecthorse shop', "mysqldump -u root -p'Winter im Wald' shop"],
  },
  {
    name: 'option with a password of letters',
    isInWord: true,
    before: R`--(?:[a-z]{1,20}-)?(?:password|passphrase)=["']?`,
    secret: R`${NO_VALUE}[^\s"'\x60,;<>]{6,400}`,
    examples: ['mysql --password=correcthorse'],
  },
  {
    name: 'password of a log-in',
    before: R`${LOG_IN}${OPTIONS}\s(?:-p|--password)[ =]["']?`,
    secret: R`${NO_VALUE}(?!-)[^\s"'\x60,;<>]{6,400}`,
    isSecret: isNoWordAbout,
    examples: ['docker login --username bob --password correcthorse'],
  },
  ...COMMANDS.map(([before, ...examples]) => ({
    name: 'argument of a command',
    before,
    secret: VALUE,
    examples,
  })),
  {
    name: 'password that is piped',
    before: R`(?:echo|printf)\s{1,2}(?:-n\s{1,2})?["']?`,
    secret: R`${NO_VALUE}[^\s"'\x60|;<>]{6,400}(?=["']?\s{0,3}\|\s{0,3}(?:docker|podman|helm|sudo|gh|az|vault)\b[^\n|]{0,120}\s(?:--password-stdin|--with-token|-S)\b)`,
    examples: ['echo Wq7ZrT9mKp2x | docker login -u bob --password-stdin'],
  },
  {
    name: 'password that is set',
    before: R`(?:echo|printf)\s{1,2}["']?[\w.-]{1,40}:`,
    secret: R`${NO_VALUE}[^\s"'\x60|;<>]{4,400}(?=["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,2})?chpasswd\b)`,
    examples: ["echo 'ada:correcthorse' | sudo chpasswd"],
  },
  {
    name: 'password of a drive',
    before: R`net use\s{1,2}\S{1,100}\s{1,2}\S{1,200}\s{1,2}`,
    secret: R`${NO_VALUE}[^\s\/*]{4,100}(?=\s{1,2}\/user:)`,
    examples: [R`net use Z: \\srv\share Wq7ZrT9mKp2x /user:bob`],
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
  {
    name: 'secret in a sentence',
    isInWord: true,
    before: R`${KEY_WORD}${OF_WHAT}${IS}${QUOTE}?`,
    secret: R`${NO_VALUE}(?:${QUOTED}|${NO_WORD_ABOUT}${MIXED}[^\s"'\x60,;<>]{6,400})`,
    examples: [
      'The admin password is Wq7ZrT9mKp2x',
      'the password of the router is Tiger-Lily-99',
      'Das Passwort für den Server lautet Sommer2026!',
      'пароль администратора — Wq7ZrT9mKp2x',
      'la contraseña es Wq7ZrT9mKp2x',
      'le mot de passe est Wq7ZrT9mKp2x',
      'The API key is 9f8e7d6c5b4a3928',
    ],
  },
  {
    name: 'password in a sentence without a verb',
    isInWord: true,
    before: R`(?:${PASSWORD}|(?<![\w-])${inAnyCase('pwd?')})${OF_WHAT}\s{1,2}${QUOTE}?`,
    secret: R`${NO_VALUE}(?:${QUOTED}|${NO_WORD_ABOUT}${STRONG}[^\s"'\x60,;<>]{8,400})`,
    examples: ['login bob, pw Wq7ZrT9mKp2x', 'пароль от базы Wq7ZrT9mKp2x', 'with password "tiger-lily"'],
  },
  {
    // "It is required", "es ist abgelaufen": what is said of a password is one word at the end of a sentence, too.
    name: 'password of one word in a sentence',
    isInWord: true,
    before: R`(?:${PASSWORD}|(?<![\w-])${inAnyCase('pwd?')}|(?<![\w-])la clave)${OF_WHAT}(?:${IS}|\s{0,2}[:=→]\s{1,2})(?:${QUOTE}\s?)?`,
    secret: R`${NO_VALUE}(?:(?<=${QUOTE}\s?)[^\s"'\x60«»“”„]{4,40}(?: [^\s"'\x60«»“”„]{2,20}){0,5}(?=\s?["'\x60»“”])|(?<!${QUOTE}\s?)[^\s"'\x60«»“”„,;:<>()\/]{5,40}?(?=\s{0,2}$|\s{0,2}\n|[.,;!?)](?:\s|$)))`,
    isSecret: isNoWordAbout,
    examples: [
      'das Passwort vom Router: gartenzwerg.',
      'пароль: солнышко.',
      'The password of the printer is "blue garden gnome"',
      'le mot de passe du serveur est « tulipe-bleue »',
      'la contraseña del servidor: tulipanes,',
    ],
  },
  {
    name: 'name and password',
    isInWord: true,
    before: R`(?<![\w-])(?:${inAnyCase('user|login|benutzer|nutzer|usuario|utilisateur|identifiant|логин|пользователь')})\s{1,2}[^\s:]{1,60},?\s{1,2}(?:(?:with|and|mit|und|con|y|avec|et|и|с)\s{1,2})?(?:the\s{1,2})?(?:${PASSWORD}|${inAnyCase('pwd?|pass')})\s{1,2}${QUOTE}?`,
    secret: R`${NO_VALUE}[^\s"'\x60,;<>]{5,400}`,
    isSecret: isNoWordAbout,
    examples: ['use user bob with password tiger-lily', 'логин bob пароль Kaktus2024'],
  },
  {
    name: 'name and password in one',
    isInWord: true,
    before: R`(?<![\w-])(?:${inAnyCase('creds|credentials|login|log-in|zugangsdaten|identifiants|credenciales|доступ')})(?:\s{0,2}[:=]|\s{1,2}(?:is|are|ist|sind|son|sont))\s{1,2}["'\x60]?[\w.@-]{1,60}\s{0,2}[:\/]\s{0,2}`,
    secret: R`${NO_VALUE}(?!\/)${MIXED}[^\s"'\x60,;<>\/]{6,400}`,
    examples: ['Zugangsdaten: bob / Kaktus2024x', 'login is bob:Kaktus2024x'],
  },
  {
    name: 'number that opens',
    isInWord: true,
    before: R`(?<![\w-])(?:${inAnyCase('pin|passcode|pin-?code|пин-?код|código pin|code pin')})${OF_WHAT}(?:${IS}|\s{0,2}[:=]\s{0,2})`,
    secret: R`\d{4,8}(?![\w.-])`,
    examples: ['my pin is 4711', 'the passcode for the door is 83920'],
  },
  {
    name: 'element of XML',
    isInWord: true,
    before: R`<(?:${inAnyCase('password|secret|token|api-?key')})>`,
    secret: R`${NO_VALUE}[^<>\s]{6,400}(?=<\/)`,
    examples: ['<password>correcthorse</password>'],
  },
  {
    name: 'key in a sentence without a verb',
    isInWord: true,
    before: R`(?<![\w-])(?:${inAnyCase('api[ -]?key|секретный ключ|api-schlüssel')})${OF_WHAT}\s{1,2}${QUOTE}?`,
    secret: R`${NO_VALUE}${NO_WORD_ABOUT}${STRONG}[\w.~+\/=-]{12,400}`,
    examples: ['секретный ключ 9f8e7d6c5b4a3928'],
  },
  {
    name: 'pass phrase',
    isInWord: true,
    before: R`${inAnyCase('pass ?phrase')}${ASSIGNED}["'\x60]?`,
    secret: R`(?:(?!${FUNCTION_WORD})[a-z]{3,12}[ -]){3,7}(?!${FUNCTION_WORD})[a-z]{3,12}(?=["'\x60.,;\n]|$)`,
    examples: ['pass phrase: "correct horse battery staple"'],
  },
  {
    name: 'words of a wallet',
    isInWord: true,
    before: R`${inAnyCase('(?:seed|recovery|mnemonic|backup)[ -](?:phrase|words)')}\s{0,3}(?:is|:|=)\s{1,3}["']?`,
    secret: R`(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}`,
    examples: ['seed phrase: "legal winner thank year wave sausage worth useful legal winner thank yellow"'],
  },
];
