import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MAIL_WORDS } from '@groupless/shared-dto';
import type { SmtpServer } from '../../../src/config/smtp-url';
import { deliverMail, MailRefusedError, type OutgoingMail } from '../../../src/mail/sending/mail-transport';
import { MailServer } from '../../harness/http/mail-server';

const MAIL: OutgoingMail = {
  id: '019c1d5d-9c00-7196-be1b-faf4495fcfdd',
  from: { name: 'Salon', address: 'salon@example.com' },
  reply_to: null,
  to: 'jana@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  calendar: null,
};
const SOON = { step_ms: 300, longest_ms: 900 };
/** For those who answer: on a busy machine it takes a while. */
const PATIENT = { step_ms: 5_000, longest_ms: 15_000 };

describe('the way to a mail server', () => {
  const on = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
    ...{ host: '127.0.0.1', port, tls: 'none', user: '', password: '' },
    ...more,
  });

  describe('that does not behave', () => {
    let server: Server;
    const listen = async (greet: (write: (text: string) => void) => void): Promise<number> => {
      server = createServer((socket) => {
        socket.on('error', () => undefined);
        greet((text) => {
          if (!socket.destroyed) socket.write(text);
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    };
    afterEach(() => {
      server.close();
    });
    const refusal = (port: number) =>
      deliverMail(on(port), MAIL, undefined, SOON).then(
        () => null,
        (error: unknown) => error as MailRefusedError,
      );

    it('ends where the server says nothing at all', async () => {
      const error = await refusal(await listen(() => undefined));
      expect(error).toBeInstanceOf(MailRefusedError);
      expect([error!.is_final, error!.is_of_address]).toEqual([false, false]);
    });

    it('tells nothing of what is no mail server', async () => {
      const port = await listen((write) => write('INTERNAL store 7.2, secret of inside\r\n'));
      expect((await refusal(port))!.message).toBe(MAIL_WORDS.no_mail_server);
      server.close();
      const busy = await listen((write) => write('421 Come back later\r\n'));
      expect((await refusal(busy))!.message).toContain('421 Come back later');
    });

    it('ends where the server goes on for ever, a byte at a time', async () => {
      let timer: NodeJS.Timeout | undefined;
      const port = await listen((write) => {
        write('220');
        timer = setInterval(() => write('-'), 50);
      });
      const error = await refusal(port);
      clearInterval(timer);
      expect(error).toBeInstanceOf(MailRefusedError);
      expect(error!.is_final).toBe(false);
    });

    it('ends where the server falls silent after its greeting', async () => {
      const error = await refusal(await listen((write) => write('220 mail.example.com\r\n')));
      expect(error).toBeInstanceOf(MailRefusedError);
      expect(error!.is_final).toBe(false);
    });
  });

  it('is as slow as the server, where that takes the mail in time', async () => {
    const slow = await MailServer.start();
    slow.pauseMs = () => 150;
    expect(await deliverMail(on(slow.port), MAIL)).toMatch(/^250/);
    expect(slow.received).toHaveLength(1);
    await slow.stop();
  });

  describe('by TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-tls-'));
    const files = [join(folder, 'key.pem'), join(folder, 'cert.pem')] as const;
    const own = () => ({ key: readFileSync(files[0]), cert: readFileSync(files[1]) });
    const known = getCACertificates('default');
    let server: MailServer;
    beforeAll(async () => {
      const [key, cert] = files;
      const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      const kind = [
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ];
      execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
      server = await MailServer.start({ tls: own() });
    });
    afterAll(async () => {
      setDefaultCACertificates(known);
      await server.stop();
      rmSync(folder, { recursive: true });
    });
    const send = () => deliverMail(on(server.port, { host: 'localhost', tls: 'starttls' }), MAIL);

    const closes = (socket: Socket) => void socket.on('error', () => undefined).end();
    const breaks = (socket: Socket) => void socket.on('error', () => undefined).resetAndDestroy();
    it.each<[string, () => Server, SmtpServer['tls'], keyof typeof MAIL_WORDS]>([
      ['speaks HTTP', () => createHttpServer(), 'none', 'try_tls'],
      ['speaks HTTP', () => createHttpServer(), 'starttls', 'try_tls'],
      ['speaks HTTP', () => createHttpServer(), 'tls', 'try_starttls'],
      ['speaks HTTPS', () => createHttpsServer(own()), 'none', 'try_tls'],
      [
        'speaks HTTPS, with a certificate of its own',
        () => createHttpsServer(own()),
        'tls',
        'bad_certificate',
      ],
      ['says nothing after TLS', () => createTlsServer(own()), 'none', 'try_tls'],
      ['hangs up', () => createServer(closes), 'none', 'hung_up'],
      ['hangs up', () => createServer(closes), 'tls', 'hung_up'],
      ['breaks off', () => createServer(breaks), 'starttls', 'hung_up'],
    ])('says in plain words why nothing went to what %s', async (_, listens, tls, word) => {
      const other = listens().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const refused = await deliverMail(on(port, { tls }), MAIL, undefined, PATIENT).catch(
        (error: unknown) => error,
      );
      other.close();
      expect(refused).toMatchObject({
        message: expect.stringContaining(MAIL_WORDS[word]),
        ...{ is_final: false, is_of_address: false, may_have_left: false },
      });
    });

    it.each([
      ['530 Authentication required', 'wants_login'],
      ['530 Must issue a STARTTLS command first', 'wants_encryption'],
      ['538 Encryption required', 'wants_encryption'],
    ] as const)('tries again what is refused by %s', async (words, word) => {
      const strict = await MailServer.start();
      strict.recipients = [{ code: Number(words.slice(0, 3)), words: words.slice(4) }];
      const refused = await deliverMail(on(strict.port), MAIL).catch((error: unknown) => error);
      await strict.stop();
      expect(refused).toMatchObject({ message: expect.stringContaining(MAIL_WORDS[word]), is_final: false });
    });

    it.each([
      ['its address', 'recipients', false],
      ['its content', 'contents', true],
    ] as const)('may have left where the server breaks off at %s: %s, %s', async (_, stage, mayHaveLeft) => {
      const broken = await MailServer.start();
      broken[stage] = ['breaks off'];
      const refused = await deliverMail(on(broken.port), MAIL).catch((error: unknown) => error);
      await broken.stop();
      expect(refused).toMatchObject({ may_have_left: mayHaveLeft, is_final: false });
    });

    it('refuses a certificate that nobody vouches for, and sends nothing', async () => {
      await expect(send()).rejects.toBeInstanceOf(MailRefusedError);
      expect(server.received).toEqual([]);
    });

    it('sends encrypted where the certificate is known', async () => {
      setDefaultCACertificates([...known, readFileSync(files[1], 'utf8')]);
      expect(await send()).toMatch(/^250/);
      expect(server.secure).toEqual([true]);
    });
  });
});
