import type { MailTls } from '@groupless/shared-dto';

/** A mail server, and how to log in there. */
export interface SmtpServer {
  host: string;
  port: number;
  tls: MailTls;
  /** Empty: it asks for no log-in. */
  user: string;
  password: string;
}

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`. A connection by `smtp:` has to become encrypted (STARTTLS), except
 * on this machine, and with `?tls=none`.
 * @returns null if it is no such address
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  const user = decoded(url?.username ?? '');
  const password = decoded(url?.password ?? '');
  if (user === null || password === null) return null;
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const asked = url.searchParams.get('tls');
  const isPath = url.pathname !== '' && url.pathname !== '/';
  if (host === '' || isPath || url.hash !== '' || (asked !== null && asked !== 'none')) return null;
  if ([...url.searchParams.keys()].some((name) => name !== 'tls')) return null;
  const isSecure = url.protocol === 'smtps:';
  const isPlain = asked === 'none' || /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    tls: isSecure ? 'tls' : isPlain ? 'none' : 'starttls',
    user,
    password,
  };
}

/** Null: a `%` that begins no code of a character. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
