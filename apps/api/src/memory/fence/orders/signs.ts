import type { Steps } from '../../../shared/time-slices';

/**
 * What a text shows whatever its language: where secrets lie, what fetches and runs, what takes data away. Each sign is read as a
 * word of its own, in capitals, which no text in lower case has. Every pattern begins with fixed characters and is bounded.
 */
const SIGNS: readonly [name: string, ...patterns: RegExp[]][] = [
  [
    'AGENTPOWER',
    /\bpermissions?\.(?:allow|deny)\b|\bdefaultmode\b|\bbash\(\*|\bdeny list\b|(?:~\/\.ssh\/)?\bauthorized_keys\b/g,
  ],
  [
    'FETCHRUN',
    /(?:curl|wget|iwr|irm|invoke-webrequest)\b[^|;]{1,200}\|\s{0,5}(?:sudo\s{1,3})?(?:(?:ba|z|da)?sh|python3?|node|iex)\b/g,
    /(?:(?:ba|z|da)?sh|source|\.)\s{1,3}(?:-c\s{1,3}["']?)?[<$]\(\s{0,3}(?:curl|wget)\b/g,
    /eval\s{1,3}["'`]?\$?\(?\s{0,3}(?:curl|wget)\b/g,
    /exec\s{0,3}\(.{0,60}urlopen\(/g,
    /base64\s{1,3}(?:-d|--decode)\b[^|\n]{0,80}\|\s{0,5}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/g,
    /\bwget\b[^\n;|]{1,200}(?:&&|;)\s{0,3}(?:sudo\s{1,3})?(?:chmod|(?:ba|z|da)?sh|python3?|\.\/)/g,
  ],
  ['FETCHPACKAGE', /\bnpx\s{1,3}(?:-y|--yes)\s{1,3}/g],
  ['FORCEPUSH', /\bgit push\b[^\n;|]{0,60}\s(?:--force\b(?!-with)|-f\b)/g],
  // The whole machine in a container.
  ['ROOTMOUNT', /\s-v\s{0,3}\/:\/|--volume[ =]\/:\//g],
  [
    'TAKEAWAY',
    /\bcurl\b[^\n;|]{0,160}\s(?:-t\s{1,3}-|(?:-d|-f|--data(?:-binary|-raw|-urlencode)?|--form|--upload-file|-t)[ =]?["']?(?:[\w-]{1,20}=)?(?:@|\$\())/g,
    /\|\s{0,3}(?:curl|nc|ncat)\b/g,
    /\b(?:scp|rsync|rclone copy)\b[^\n;|]{1,160}@[^\s:]{1,80}:/g,
    /\bgit add\s{1,3}(?:-f|--force)\b/g,
    /https?:\/\/[^\s]{1,200}[?&][\w-]{1,40}=(?:\$\(|`)/g,
    /\bgit remote add\s{1,3}[\w-]{1,40}\s{1,3}\S{1,200}[^\n]{0,60}\bgit push\b/g,
  ],
  ['SCRIPTTAG', /<script[^>\n]{0,60}src=["']?https?:\/\/[^>\n]{0,200}/g],
  ['LEAKYURL', /https?:\/\/[^\s"'`<>$]{1,200}\$\{?[a-z_]{0,40}(?:token|key|secret|pass)/g],
  [
    'SCRIPTURL',
    /https?:\/\/(?!127\.|10\.|192\.168\.|0\.)\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\/[^\s"'`<>)]{0,200}/g,
    /https?:\/\/[^\s"'`<>)]{1,200}\.(?:sh|ps1|py|bat|exe)\b/g,
  ],
  ['PACKAGEURL', /https?:\/\/[^\s"'`<>)]{1,200}\.(?:tgz|whl)\b/g],
  ['URL', /\b(?:https?|ftp|wss?):\/\/[^\s"'`<>)]{1,300}/g],
  ['ADDRESS', /[\w.+-]{1,60}@[a-z\d-]{1,60}\.[a-z\d.-]{2,60}/g],
  [
    'SECRETPLACE',
    /(?<![\w$])\.env(?:\.(?:production|prod|local|staging|live))?(?![\w-]|\.(?:example|sample|template|dist|test|ci|default|schema))/g,
  ],
  [
    'KEYFILE',
    /(?:~|\$home|\/(?:home|users)\/[\w.-]{1,40}|\/root)\/\.(?:ssh|aws|kube|gnupg|netrc|git-credentials|codex\/auth|pgpass|docker\/config|config\/(?:gh|op|gcloud|hub|rclone))(?![\w./-]{0,80}\.pub\b)[\w./-]{0,80}/g,
    /(?<![\w-])(?:\.ssh\/(?![\w-]{0,40}\.pub\b)|id_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub\b)|\.(?:netrc|pgpass|git-credentials)\b|\/etc\/shadow\b|\.aws\/credentials|kubeconfig\b|\.docker\/config\.json)/g,
  ],
  [
    'SECRETPLACE',
    /(?:~\/)?(?<![\w-])\.(?:npmrc|pypirc|claude\.json)\b|\/etc\/passwd\b/g,
    /\b(?:service-account|serviceaccount|credentials|secrets)\.(?:json|ya?ml|toml|txt)\b|\b[\w-]{1,40}\.(?:kdbx|pem|p12|pfx)\b|\bprintenv\b|\bkubectl get secrets?\b|\bgh auth token\b|\bprint-access-token\b|\b_authtoken\b|\bfind-generic-password\b|(?:bash|zsh|python)_history\b|\bprocess\.env\b(?!\.)|\bwallet\.dat\b/g,
  ],
  ['SECRETNAME', /\b[a-z]{2,20}(?:_[a-z]{2,20}){0,3}_(?:token|key|secret|password|passwd)\b/g],
  [
    'RULESFILE',
    /\b(?:claude|agents|gemini|copilot-instructions|copilot)\.md\b|\.cursorrules\b|\.cursor\/rules|\.windsurfrules\b/g,
  ],
  [
    'AGENTCONFIG',
    /\b(?:pretooluse|posttooluse|sessionstart|userpromptsubmit)\b|\.claude\/(?:settings|hooks)[\w./-]{0,40}|(?<![\w-])settings(?:\.local)?\.json\b|\.git\/hooks\/[\w-]{0,20}|\bcore\.hookspath\b/g,
  ],
  [
    'NOVERIFY',
    /--no-verify\b|\bdangerously-?(?:skip|disable)[\w-]{0,40}|--yolo\b|\bnode_tls_reject_unauthorized\b/g,
  ],
];

/** A text in lower case with its signs as words. */
export function* withSigns(plain: string): Steps<string> {
  let text = plain;
  for (const [name, ...patterns] of SIGNS)
    for (const pattern of patterns) {
      text = text.replace(pattern, ` ${name} `);
      yield;
    }
  return text;
}
