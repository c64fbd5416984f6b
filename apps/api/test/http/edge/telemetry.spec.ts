import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSettings } from '../../../src/config/settings';
import { RetentionService } from '../../../src/retention/retention.service';
import { currentRecorder } from '../../../src/platform/telemetry/recorder';
import { startTelemetry } from '../../../src/platform/telemetry/telemetry';
import { HookReceiver } from '../../harness/http/hook-receiver';
import { insertUser, PASSWORD, signIn } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { SECRETS } from '../../harness/apps/test-app';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Takes what OpenTelemetry sends, as a collector does. */
class Receiver {
  readonly bodies: { path: string; authorization: string | undefined; text: string }[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, answer) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        receiver.bodies.push({ path: request.url ?? '', authorization: request.headers.authorization, text });
        answer.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  spans(): Span[] {
    interface Batch {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    }
    return this.of('/v1/traces').flatMap((text) =>
      (JSON.parse(text) as Batch).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans),
      ),
    );
  }

  of(path: string): string[] {
    return this.bodies.filter((body) => body.path === path).map(({ text }) => text);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('traces and metrics by OpenTelemetry', () => {
  let receiver: Receiver;
  let stop: () => Promise<void>;
  let t: ServedApp;
  let hooks: HookReceiver;
  beforeAll(async () => {
    await startTelemetry(readSettings({}));
    expect(currentRecorder()).toBeNull();
    receiver = await Receiver.start();
    hooks = await HookReceiver.start();
    stop = await startTelemetry(
      readSettings({
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
        OTEL_TRACES_SAMPLER_ARG: '1',
      }),
    );
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
  });
  afterAll(async () => {
    await t.close();
    await hooks.close();
    receiver.close();
  });

  it('tell of requests, statements, jobs and deliveries, and of nothing that anybody sent', async () => {
    const { email } = await insertUser(t);
    const login = await t.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200);
    const { access_token: token } = login.body as { access_token: string };
    const admin = await signIn(t);
    const name = 'Canary of the body';
    await t.http.post('/api/clients').set(admin.bearer).send({ name }).expect(201);
    await t.http.get('/api/clients').query({ search: 'canary-of-the-query' }).set(admin.bearer).expect(200);
    const webhook = await t.webhook('assistant-update-state');
    await t.http.post(webhook).send({ key: 'canary-key', value: 'canary-value' }).expect(201);
    await t.http.get('/api/clients').set({ 'x-api-key': 'canary-of-a-key' }).expect(401);
    const made = await t.http
      .post('/api/settings/hooks')
      .set({ authorization: `Bearer ${token}` })
      .send({ url: `${hooks.url}?token=canary-of-the-url`, events: ['client.created'], active: true })
      .expect(201);
    const { id, secret } = made.body as { id: string; secret: string };
    hooks.secret = secret;
    await t.http.post(`/api/settings/hooks/${id}/test`).set({ authorization: `Bearer ${token}` });
    await t.app.get(RetentionService).removeOld();
    await stop();

    const spans = receiver.spans();
    const names = spans.map((span) => span.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /api/auth/login',
        'POST /api/clients',
        'POST /webhook/:workflow_id/webhook/assistant-update-state',
        'retention: audit_events',
        'outbound webhook',
      ]),
    );
    const request = spans.find((span) => span.name === 'POST /api/clients');
    const statements = spans.filter((span) => span.parentSpanId === request?.spanId);
    expect(statements.map((span) => span.name)).toContain('insert');
    const attributes = Object.fromEntries(
      request?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]) ?? [],
    );
    expect(attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/clients',
      'http.response.status_code': 201,
    });
    const metrics = receiver.of('/v1/metrics').join();
    for (const metric of [
      'http.server.request',
      'db.client.operation',
      'groupless.delivery',
      'groupless.job',
    ])
      expect(metrics).toContain(`"${metric}.duration"`);

    expect(new Set(receiver.bodies.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer of-the-collector']),
    );
    const all = receiver.bodies.map(({ text }) => text).join();
    const workflowId = webhook.split('/')[2]!;
    const secrets = [PASSWORD, token, email, secret, workflowId, 'anary', id, ...Object.values(SECRETS)];
    expect(secrets.filter((text) => all.includes(text))).toEqual([]);
  });
});
