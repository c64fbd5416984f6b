import { decrypt } from 'http_ece';
import { createECDH, createPublicKey, randomBytes, randomUUID, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a browser's subscription holds. */
interface Browser {
  ecdh: ECDH;
  auth: Buffer;
  /** The key that it has subscribed with. */
  public_key: string;
}

/** What a browser's worker is handed. */
interface Payload {
  notification: Pick<Pushed, 'title' | 'body' | 'tag'> & {
    data: { onActionClick: { default: { url: string } } };
  };
}

export interface Pushed {
  /** Of the browser. */
  endpoint: string;
  title: string;
  body: string;
  path: string;
  tag: string;
  /** Bytes as they came, encrypted. */
  size: number;
  headers: IncomingMessage['headers'];
  /** What the sender says of itself. */
  subject: string;
}

/** A real push service on this machine: takes what is signed by the key of the subscription, and reads it as its browser does. */
export class PushService {
  readonly received: Pushed[] = [];
  /** What it refused itself, and why. */
  readonly faults: string[] = [];
  /** By the endpoint; none: 201. */
  readonly answers = new Map<string, number>();
  private readonly browsers = new Map<string, Browser>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<PushService> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const service = new PushService(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      void service.take(request).then((status) => response.writeHead(status).end());
    });
    return service;
  }

  /** A browser subscribes, as `pushManager.subscribe()` does. */
  subscribe(public_key: string) {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const auth = randomBytes(16);
    const endpoint = `${this.origin}/send/${randomUUID()}`;
    this.browsers.set(endpoint, { ecdh, auth, public_key });
    const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
    return { endpoint, keys };
  }

  /** What came since, by endpoint. */
  taken(): Pushed[] {
    return this.received.splice(0);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    const endpoint = `${this.origin}${request.url}`;
    const answer = this.answers.get(endpoint);
    if (answer !== undefined) return answer;
    const browser = this.browsers.get(endpoint);
    if (browser === undefined) return 404;
    try {
      const subject = this.demandSender(request, browser);
      const { ecdh: privateKey, auth: authSecret } = browser;
      const text = decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString();
      const { notification } = JSON.parse(text) as Payload;
      const { title, body: said, tag, data } = notification;
      const { url: path } = data.onActionClick.default;
      const { headers } = request;
      this.received.push({ endpoint, title, body: said, path, tag, size: body.length, headers, subject });
      return 201;
    } catch (error) {
      this.faults.push(String(error));
      return 403;
    }
  }

  /** @throws Error unless the message is signed for this service by the key of the subscription (RFC 8292) */
  private demandSender({ headers }: IncomingMessage, { public_key }: Browser): string {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== public_key) throw new Error('Another key than that of the subscription.');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    const [head = '', claims = '', signature = ''] = token.split('.');
    const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
      throw new Error('The signature is wrong.');
    const parsed = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    if (parsed(head)['alg'] !== 'ES256') throw new Error('Another algorithm.');
    const { aud, exp, sub } = parsed(claims);
    if (aud !== this.origin) throw new Error('For another service.');
    const leftS = Number(exp) - Date.now() / 1_000;
    if (!(leftS > 0 && leftS <= 86_400)) throw new Error('Too old, or for more than a day.');
    return String(sub);
  }
}
