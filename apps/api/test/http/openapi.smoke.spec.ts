import { Validator } from '@seriousme/openapi-schema-validator';
import { DiscoveryService } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, ResponsesObject } from '../../src/platform/docs/openapi-types';
import { AppointmentsController } from '../../src/appointments/appointments.controller';
import { LARGE_LIMITS, STRUCTURE_LIMITS } from '../../src/platform/http/bodies/body-structure';
import { SECRETS, startTestApp, type TestApp } from '../harness/apps/test-app';

interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: { code: string } }>;
}

/** As much of a schema as it takes to count the keys that it allows. */
interface Shape {
  $ref?: string;
  additionalProperties?: boolean | object;
  maxProperties?: number;
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
  oneOf?: Shape[];
  anyOf?: Shape[];
  allOf?: Shape[];
}

/** What answers who follows another document, or shows a page to people. */
const NOT_OF_THE_API = [
  ...['UnknownWebhookController', 'McpController', 'UnsubscribeController'],
  ...['BookController', 'LinkController', 'OfferController', 'WaitController', 'ConfirmController'],
];

describe('the API documentation', () => {
  let t: TestApp;
  let document: OpenAPIObject;
  let operations: { name: string; method: string; path: string; operation: OperationObject }[];

  beforeAll(async () => {
    t = await startTestApp();
    document = (await t.http.get('/api/docs-json')).body as OpenAPIObject;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, OperationObject>).map(([method, operation]) => ({
        name: `${method} ${path}`,
        method,
        path,
        operation,
      })),
    );
  });
  afterAll(() => t.close());

  it('is a valid OpenAPI 3.1.0 document', async () => {
    expect(document.openapi).toBe('3.1.0');
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as object as Record<string, unknown>,
    );
    expect([valid, errors]).toEqual([true, undefined]);
  });

  it('declares every part of a path that has to be filled in', () => {
    for (const { name, path, operation } of operations) {
      const declared = (operation.parameters ?? []) as { name: string; in: string }[];
      const names = declared
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name);
      expect([name, names]).toEqual([name, [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part)]);
    }
  });

  it('has every route of the running application, each under one address', () => {
    const handlers = t.app
      .get(DiscoveryService)
      .getControllers()
      .filter(({ name }) => !NOT_OF_THE_API.includes(name))
      .flatMap(({ metatype }) => Object.values(Object.getOwnPropertyDescriptors(metatype!.prototype)))
      .filter(({ value }) => typeof value === 'function' && Reflect.hasMetadata('method', value))
      .filter(({ value }) => value !== AppointmentsController.prototype.historyAtShortAddress);
    const withoutShort = operations.filter(({ path }) => document.paths[`/api${path}`] === undefined);
    expect(withoutShort).toHaveLength(handlers.length);
  });

  it('gives every operation a summary, an id of its own and what it demands of the caller', () => {
    for (const { name, operation } of operations) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z].{8,}/)]);
      expect([name, operation.security]).toEqual([name, expect.arrayContaining([expect.any(Object)])]);
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of every operation who may call it', () => {
    for (const { name, operation } of operations) {
      expect([name, operation.description]).toEqual([name, expect.stringMatching(/\*\*Access:\*\* .+\.$/)]);
    }
    const { description } = document.paths['/api/appointments']!.post!;
    expect(description).toContain(
      '**Access:** a user with the role `desk`, `operator` or `admin`; or an API key with the scope `panel:write` or `agent` ' +
        'in `x-api-key`.',
    );
  });

  it('describes every answer: a schema for each success, problems for each refusal', () => {
    for (const { name, operation } of operations) {
      const responses = operation.responses;
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect([name, successes.length > 0]).toEqual([name, true]);
      for (const status of successes.filter((one) => one !== '204')) {
        const { content = {} } = responses[status] as { content?: Record<string, Media> };
        const schemas = Object.values(content).map(({ schema }) => schema);
        expect([name, status, schemas.length > 0]).toEqual([name, status, true]);
        expect([name, status, schemas.includes(undefined)]).toEqual([name, status, false]);
      }
      for (const status of Object.keys(responses).filter((one) => !/^[23]/.test(one))) {
        expect([name, status, mediaOf(responses, status, 'application/problem+json')?.schema]).toEqual([
          name,
          status,
          { $ref: '#/components/schemas/Problem' },
        ]);
      }
      expect(responses['default']).toBeDefined();
    }
  });

  it('tells of the header that counts masked secrets where texts of the memory are written', () => {
    const told = operations
      .filter(({ operation }) => JSON.stringify(operation.responses).includes('x-memory-masked'))
      .map(({ name }) => name);
    expect(told).toContain('post /webhook/{workflow_id}/webhook/assistant-session-summary');
    expect(told).toContain('put /api/memory/state/{key}');
    expect(told).not.toContain('get /api/memory/context');
  });

  it('describes every field of a request with its type and what it is', () => {
    for (const { name, operation } of operations) {
      if (operation.requestBody === undefined) continue;
      const json = (operation.requestBody as { content: Record<string, Media> }).content['application/json'];
      // The envelope of a platform is the platform's to describe.
      if (json === undefined || !('$ref' in json.schema!)) continue;
      for (const [field, property] of Object.entries(resolve(json.schema as { $ref: string }).properties)) {
        const known = property as {
          type?: unknown;
          oneOf?: unknown;
          allOf?: unknown;
          anyOf?: unknown;
          enum?: unknown;
          example?: unknown;
          description?: string;
        };
        expect([name, field, known.type ?? known.oneOf ?? known.allOf ?? known.anyOf]).toEqual([
          name,
          field,
          expect.anything(),
        ]);
        expect([name, field, known.description ?? known.example ?? known.enum]).toEqual([
          name,
          field,
          expect.anything(),
        ]);
      }
    }
  });

  it('allows no body that has more keys than a body may have', () => {
    const most = operations.flatMap(({ name, operation }) => {
      const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, Media> };
      const schema = content['application/json']?.schema as Shape | undefined;
      return schema === undefined ? [] : [[name, mostKeys(schema)] as const];
    });
    expect(most).toContainEqual(['post /api/memory/chats/{chat_id}/messages', 805]);
    const free = most.filter(([, keys]) => keys === Infinity).map(([name]) => name);
    // A document of a tool, and the envelope of a platform.
    expect(free).toEqual(['put /api/assistant-accounts/{id}/session', 'post /api/agent/tools/{platform}']);
    const many = most.filter(([, keys]) => keys > STRUCTURE_LIMITS.keys && keys < Infinity);
    // The hours of each resource.
    expect(many.map(([name]) => name)).toEqual(['put /api/settings/chat-agent']);
    expect(many.filter(([, keys]) => keys > LARGE_LIMITS.keys)).toEqual([]);
  });

  it('resolves every reference', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
    for (const [, name] of references) expect(document.components?.schemas).toHaveProperty(name!);
  });

  it('describes each answer as it is', async () => {
    const remembered = {
      'assistant-session-summary': { summary: 'Moved the form.' },
      'assistant-update-state': { key: 'web', value: 'up' },
      'assistant-task': { action: 'create', task: 'Renew the certificate' },
    };
    for (const [path, body] of Object.entries(remembered))
      await t.http
        .post(await t.webhook(path))
        .send(body)
        .expect(201);
    const workflows = await t.http.get('/api/workflows').set('x-workflow-api-key', SECRETS.WORKFLOW_API_KEY);
    expectShape(workflows.body[0], 'WorkflowResponse');
    const context = await t.http.get(await t.webhook('assistant-context'));
    expectShape(context.body, 'ContextResponse');
    expectShape(context.body.state[0], 'StateRow');
    expectShape(context.body.recent_sessions[0], 'SessionRow');
    expectShape(context.body.pending_tasks[0], 'TaskRow');
  });

  it('can be switched off', async () => {
    const closed = await startTestApp({ environment: { API_DOCS: 'off' }, urls: t.urls });
    for (const path of ['/api/docs', '/api/docs/', '/api/docs-json', '/api/docs/swagger-ui.css']) {
      expect([path, (await closed.http.get(path)).status]).toEqual([path, 404]);
    }
    await closed.close();
  });

  it('shows a page that runs no script but its own files', async () => {
    const page = await t.http.get('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  });

  function mediaOf(responses: ResponsesObject, status: string, type: string): Media | undefined {
    return (responses[status] as { content?: Record<string, Media> }).content?.[type];
  }

  function resolve({ $ref }: { $ref: string }): { properties: Record<string, object>; required: string[] } {
    return document.components!.schemas![$ref.split('/').pop()!] as never;
  }

  /** Of all bodies that the schema allows; infinite where it lets other keys in, or a list without end. */
  function mostKeys(schema: Shape): number {
    if (schema.$ref !== undefined) return mostKeys(resolve({ $ref: schema.$ref }));
    if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
      return schema.maxProperties ?? Infinity;
    const keys = Object.values(schema.properties ?? {}).map((inner) => 1 + mostKeys(inner));
    const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(mostKeys);
    const parts = (schema.allOf ?? []).map(mostKeys);
    const each = schema.items === undefined ? 0 : mostKeys(schema.items);
    const items = each === 0 ? 0 : each * (schema.maxItems ?? Infinity);
    return Math.max(0, ...choices) + [...keys, ...parts, items].reduce((sum, count) => sum + count, 0);
  }

  function expectShape(value: object, schema: string): void {
    const { properties, required } = resolve({ $ref: schema });
    const expected = Object.keys(properties).filter((name) => required.includes(name) || name in value);
    expect([schema, Object.keys(value)]).toEqual([schema, expected]);
  }
});
