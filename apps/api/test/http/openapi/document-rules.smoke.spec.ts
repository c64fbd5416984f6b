import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject } from '../../../src/platform/docs/openapi-types';
import { lintOpenApi, type Linter } from '../../harness/http/lint-openapi';
import { compileClients } from '../../harness/http/typed-client';
import { startTestApp, type TestApp } from '../../harness/apps/test-app';

/**
 * The document with the example of each problem at the first answer that has it. Spectral compiles a schema for each
 * example, most of which are the same fifty problems in hundreds of answers.
 */
function withoutRepeatedExamples(document: OpenAPIObject): OpenAPIObject {
  if (process.env['FULL_TESTS'] === '1') return document;
  const copy = structuredClone(document);
  const seen = new Set<string>();
  for (const content of problemContents(copy)) {
    const examples = Object.entries(content.examples ?? {}).filter(([code]) => !seen.has(code));
    for (const [code] of examples) seen.add(code);
    if (examples.length > 0) content.examples = Object.fromEntries(examples);
    else delete content.examples;
  }
  return copy;
}

interface Content {
  examples?: Record<string, unknown>;
}

function problemContents({ paths }: OpenAPIObject): Content[] {
  const operations = Object.values(paths).flatMap(
    (item) => Object.values(item) as Partial<OperationObject>[],
  );
  return operations
    .flatMap(({ responses = {} }) => Object.values(responses) as { content?: Record<string, Content> }[])
    .flatMap(({ content = {} }) => content['application/problem+json'] ?? []);
}

describe('the OpenAPI document, for the tools that integrators use', () => {
  let t: TestApp;
  let document: OpenAPIObject;
  beforeAll(async () => {
    t = await startTestApp();
    document = (await t.http.get('/api/docs-json')).body as OpenAPIObject;
  });
  afterAll(() => t.close());

  it('marks what goes, and docs/api-changes.md has the same', () => {
    const page = readFileSync(join(__dirname, '../../../../../docs/api-changes.md'), 'utf8');
    const marked = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Partial<OperationObject>>)
        .filter(([, { deprecated }]) => deprecated === true)
        .map(([method, { description }]) => {
          const [, until, instead] = / ?Ends on (\S+): use `([^`]+)`\./.exec(description ?? '') ?? [];
          return [`${method.toUpperCase()} ${path}`, until, instead];
        }),
    );
    expect(marked).not.toEqual([]);
    const rows = [...page.matchAll(/^\| `(\w+ \/\S+)` +\| \S+ \| (\S+) +\| `(\w+ \S+)`/gm)];
    expect(rows.map(([, ...row]) => row).sort()).toEqual(marked.sort());
  });

  it.each<Linter>(['redocly', 'spectral'])('keeps the recommended rules of %s', async (linter) => {
    const problems = await lintOpenApi(linter, withoutRepeatedExamples(document));
    expect(problems).toEqual([]);
  });

  it('is told when it breaks a rule', async () => {
    const { summary: _, ...health } = document.paths['/api/health/live']!.get!;
    const paths = { '/api/health/live': { get: { ...health, tags: ['Unknown'] } } };
    const broken = { ...document, paths } as OpenAPIObject;
    expect(await lintOpenApi('redocly', broken)).toContainEqual(expect.stringContaining('operation-summary'));
    expect(await lintOpenApi('spectral', broken)).toContainEqual(expect.stringContaining('operation-tag'));
  });

  const client = `
    import createClient from 'openapi-fetch';
    import type { paths } from './schema';

    const api = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000', headers: { 'x-api-key': 'a key' } });
  `;

  it('gives a typed client that compiles, and refuses what the API would', async () => {
    const right = `${client}
      export async function run(phone: string | null): Promise<string[]> {
        const list = await api.GET('/api/clients', { params: { query: { limit: 20, status: 'lead,active' } } });
        const phones: (string | null)[] = (list.data?.items ?? []).map((one) => one.phone);

        const made = await api.POST('/api/clients', { body: { name: 'Jana', phone } });
        if (made.error !== undefined) throw new Error(made.error.detail);
        const email: string | null = made.data.email;
        await api.PATCH('/api/clients/{id}', {
          params: { path: { id: made.data.id }, header: { 'If-Match': '"1"' } },
          body: { phone: null },
        });

        const booked = await api.POST('/api/appointments', {
          params: { query: { dry_run: 'true' } },
          body: { client: { name: 'Jana', phone: '+12125550123' }, starts_at: '2030-11-20T09:30:00Z' },
        });
        const alternatives: string[] = (booked.error?.alternatives ?? []).map((one) => one.starts_at);

        const ping = await api.POST('/api/conversations/ping', {
          body: { chat_id: '4915112345678', message: { role: 'user', text: 'Hello' } },
        });
        const deliver: string[] = (ping.data?.deliver ?? []).map((one) => one.text);
        return [...phones, email, ...alternatives, ...deliver].filter((one) => one !== null);
      }
    `;
    const wrong = `${client}
      void api.POST('/api/clients', { body: { name: 'Jana', phone: ['+12125550123'] } });
    `;
    expect(await compileClients(document, { right, wrong })).toEqual({
      right: [],
      schema: [],
      wrong: [expect.stringContaining("Type 'string[]' is not assignable to type 'string'")],
    });
  });
});
