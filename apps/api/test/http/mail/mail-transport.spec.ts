import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
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

  describe('by STARTTLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-tls-'));
    const known = getCACertificates('default');
    let server: MailServer;
    beforeAll(async () => {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
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
      server = await MailServer.start({ tls: { key: readFileSync(key), cert: readFileSync(cert) } });
    });
    afterAll(async () => {
      setDefaultCACertificates(known);
      await server.stop();
      rmSync(folder, { recursive: true });
    });
    const send = () => deliverMail(on(server.port, { host: 'localhost', tls: 'starttls' }), MAIL);

    it('refuses a certificate that nobody vouches for, and sends nothing', async () => {
      await expect(send()).rejects.toBeInstanceOf(MailRefusedError);
      expect(server.received).toEqual([]);
    });

    it('sends encrypted where the certificate is known', async () => {
      setDefaultCACertificates([...known, readFileSync(join(folder, 'cert.pem'), 'utf8')]);
      expect(await send()).toMatch(/^250/);
      expect(server.secure).toEqual([true]);
    });
  });
});
