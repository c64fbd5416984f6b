import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** How a server answers one stage of a mail: it takes it, refuses it with a code and words, or breaks off. */
export type MailAnswer = 'takes' | 'breaks off' | { code: number; words: string };

/** A real mail server on this machine, which keeps what it takes. */
export class MailServer {
  readonly received: ParsedMail[] = [];
  /** Log-ins that it was asked for, as `user:password`. */
  readonly log_ins: string[] = [];
  /** How it answers the next recipients, and after those the next contents; then it takes all. */
  recipients: MailAnswer[] = [];
  contents: MailAnswer[] = [];
  /** How long it keeps a sender waiting before it takes a content. */
  pauseMs: () => number = () => 0;
  /** When senders named each recipient, by `performance.now()`. */
  readonly asked: { email: string; at_ms: number }[] = [];
  /** Whether each content came encrypted. */
  readonly secure: boolean[] = [];
  private readonly gone = new Set<string>();

  private constructor(private readonly server: SMTPServer) {}

  static async start({
    password = null as string | null,
    has_tls = false,
    tls = null as { key: Buffer; cert: Buffer } | null,
  } = {}): Promise<MailServer> {
    const server: SMTPServer = new SMTPServer({
      authOptional: password === null,
      allowInsecureAuth: true,
      disabledCommands: has_tls || tls !== null ? [] : ['STARTTLS'],
      ...tls,
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password: given }, _session, done) => {
        mails.log_ins.push(`${username}:${given}`);
        done(given === password ? null : refusal({ code: 535, words: 'wrong password' }), { user: username });
      },
      onRcptTo: ({ address: email }, _session, done) => {
        mails.asked.push({ email, at_ms: performance.now() });
        mails.answer(mails.recipients.shift(), done);
      },
      onClose: ({ id }) => void mails.gone.add(id),
      onData: (stream, { id, secure }, done) => {
        mails.secure.push(secure);
        const answer = mails.contents.shift();
        if (answer === 'breaks off') {
          // After it has all of it.
          stream.once('end', () => mails.breakOff()).resume();
          return;
        }
        void simpleParser(stream).then(async (mail) => {
          await sleep(mails.pauseMs());
          // What it has not taken yet when the sender dies it does not deliver.
          if (mails.gone.has(id)) return;
          if (answer === undefined || answer === 'takes') mails.received.push(mail);
          mails.answer(answer, done);
        });
      },
    });
    server.on('error', () => undefined);
    const mails = new MailServer(server);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return mails;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** As `PUT /api/settings/mail` takes it. */
  get settings() {
    return {
      enabled: true,
      from: 'Salon <salon@example.com>',
      reply_to: null as string | null,
      server: { host: '127.0.0.1', port: this.port, tls: 'none', user: '' },
      sends: {
        invitation: true,
        security: true,
        requested: false,
        booked: false,
        confirmed: false,
        declined: false,
        moved: false,
        cancelled: false,
        reminder: false,
      },
      reminder_hours: [24],
      quiet: null as { from: string; to: string } | null,
      chat_reminders: false,
    };
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private answer(answer: MailAnswer = 'takes', done: (error?: Error | null) => void): void {
    if (answer === 'breaks off') this.breakOff();
    else done(answer === 'takes' ? null : refusal(answer));
  }

  private breakOff(): void {
    for (const connection of this.server.connections as Set<{ close(): void }>) connection.close();
  }
}

function refusal({ code, words }: { code: number; words: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
