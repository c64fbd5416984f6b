import { createTransport } from 'nodemailer';
import { MAIL_WORDS } from '@groupless/shared-dto';
import type { SenderAddress } from '../../platform/addresses/sender-address';
import type { SmtpServer } from '../../config/smtp-url';

export interface OutgoingMail {
  id: string;
  from: SenderAddress;
  reply_to: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An iCalendar and its method. */
  calendar: { method: string; content: string } | null;
  /** Where a POST asks for no more of the kind (RFC 8058). */
  unsubscribe?: string | null;
}

/** The mail was not taken. The message is the server's words, or why it could not be asked. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  constructor(
    words: string,
    /** Whether the server refused this mail for good: another attempt would end alike. */
    readonly is_final: boolean,
    /** Whether it was the recipient's address that it refused. */
    readonly is_of_address = false,
    /** Whether the server may have taken it: the connection ended without an answer. */
    readonly may_have_left = false,
  ) {
    super(words);
  }
}

/** For each step, and for a whole mail: a server that sends a byte now and then would keep each step alive. */
const TIMEOUTS = { step_ms: 10_000, longest_ms: 60_000 };
/** For one that is on its way when this process stops: less than it waits for its jobs. */
const STOPPING_MS = 6_000;
const LONGEST_WORDS = 500;
/** The answers that are about the mail itself. Others, such as a wrong password, are about the settings. */
const ABOUT_THE_MAIL: readonly (string | undefined)[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * `RCPT TO` is also refused because the server does not relay, or rejects the sender. About the address itself are the enhanced
 * codes 5.1.x without those of the sender, 5.1.7 and 5.1.8 (RFC 3463), and 550 and 553 where the server sends no enhanced code.
 */
const IS_OF_ADDRESS = /^5\d\d[ -]5\.1\.(?![78]\b)\d|^55[03][ -](?!\d\.\d{1,3}\.\d)/;

/** What a server answers who has to log in, or to encrypt: about the settings, whatever it answers with it. */
const WANTS_MORE = [530, 534, 535, 538];

/**
 * Gives a mail to the server. Repeated with the same id it has the same `Message-ID`, by which receivers know it again.
 * @param stops this process stops: what is on its way has a few seconds left
 * @returns the server's words
 * @throws MailRefusedError
 */
export async function deliverMail(
  server: SmtpServer,
  mail: OutgoingMail,
  stops?: AbortSignal,
  { step_ms, longest_ms } = TIMEOUTS,
): Promise<string> {
  const { host, port, tls, user, password } = server;
  let isGiven = false;
  const transport = createTransport({
    // The library says in its log alone that the whole mail was written.
    logger: { info: ({ tnx }: { tnx?: string }) => void (isGiven ||= tnx === 'message') },
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: step_ms,
    greetingTimeout: step_ms,
    // After the greeting's, whose end says more.
    socketTimeout: step_ms + 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = Promise.withResolvers<never>();
  const endAfter = (ms: number) => setTimeout(() => late.reject(new Error(MAIL_WORDS.too_long)), ms);
  const timers = [endAfter(longest_ms)];
  const stop = () => void timers.push(endAfter(STOPPING_MS));
  stops?.addEventListener('abort', stop);
  try {
    const sent = transport.sendMail(messageOf(mail));
    const { response } = await Promise.race([sent, late.promise]);
    return wordsOf(response);
  } catch (error) {
    throw refusalOf(error, server, isGiven);
  } finally {
    stops?.removeEventListener('abort', stop);
    timers.forEach(clearTimeout);
    transport.close();
  }
}

function messageOf(mail: OutgoingMail) {
  const { id, from, reply_to, to, subject, text, html, calendar, unsubscribe } = mail;
  return {
    messageId: `<${id}@${from.address.split('@').at(-1) ?? ''}>`,
    from,
    // An object: a text would be parsed, and could name several.
    to: { name: '', address: to },
    ...(reply_to === null ? {} : { replyTo: { name: '', address: reply_to } }),
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(calendar === null ? {} : { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
  };
}

/** @param isGiven whether the server got the whole mail */
function refusalOf(error: unknown, server: SmtpServer, isGiven: boolean): MailRefusedError {
  const {
    response,
    message,
    responseCode,
    command,
    code = '',
  } = error as {
    code?: string;
    response?: string;
    message?: string;
    responseCode?: number;
    command?: string;
  };
  const isFinal =
    responseCode !== undefined &&
    responseCode >= 500 &&
    !WANTS_MORE.includes(responseCode) &&
    ABOUT_THE_MAIL.includes(command);
  // Whatever else listens there may say what is nobody's business.
  const isMailServer = response === undefined || /^\d{3}(?:[ -]|$)/.test(response);
  const said = isMailServer ? (response ?? message) : MAIL_WORDS.no_mail_server;
  const words = wordsOf(said ?? MAIL_WORDS.not_reached);
  const isOfAddress = isFinal && command === 'RCPT TO' && IS_OF_ADDRESS.test(words);
  return new MailRefusedError(
    wordsOf(`${adviceOn(`${code} ${words}`, server)} ${words}`),
    isFinal,
    isOfAddress,
    isGiven && responseCode === undefined,
  );
}

/** The commonest slips of settings, by code and words of the library or the server, in plain words. */
function adviceOn(words: string, { tls }: SmtpServer): string {
  const slips: [RegExp, string][] = [
    [/wrong version number|packet length too long/i, MAIL_WORDS.try_starttls],
    [/greeting never received/i, tls === 'tls' ? MAIL_WORDS.no_greeting : MAIL_WORDS.try_tls],
    [/certificate|altnames/i, MAIL_WORDS.bad_certificate],
    [/closed unexpectedly|before secure TLS|ECONNRESET/, MAIL_WORDS.hung_up],
    [/ETLS \d/, MAIL_WORDS.no_starttls],
    [/ECONNREFUSED|Connection timeout/, MAIL_WORDS.no_answer],
    [/ENOTFOUND/, MAIL_WORDS.no_host],
    [/ 535\b/, MAIL_WORDS.wrong_login],
    [/ 53[048]\b.*(?:STARTTLS|encryption)/i, MAIL_WORDS.wants_encryption],
    [/ 530\b/, MAIL_WORDS.wants_login],
  ];
  return slips.find(([said]) => said.test(words))?.[1] ?? '';
}

function wordsOf(response: string): string {
  const line = response.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...line].slice(0, LONGEST_WORDS).join('');
}
