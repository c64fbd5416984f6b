import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, SchemaObject } from './openapi-types';
import type { ErrorCode } from '@groupless/shared-dto';
import type { Settings } from '../../config/settings';
import { ACCESS } from '../access/access.decorators';
import { ERROR_CATALOGUE } from '../errors/catalogue';
import { PROBLEMS } from './describes';
import { exampleOf } from './example';
import { problemResponses, PROBLEM_SCHEMA } from './problem-responses';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

const KEY_PROBLEMS: ErrorCode[] = ['unauthenticated', 'invalid_api_key', 'forbidden', 'too_many_requests'];
const BODY_PROBLEMS: ErrorCode[] = [
  'malformed_json',
  'body_too_complex',
  'body_too_large',
  'unsupported_media_type',
];

/** The OpenAPI 3.1 document of the running application: routes, inputs and answers come from the code itself. */
export function buildOpenApi(app: NestFastifyApplication, settings: Settings): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Groupless')
    .setVersion('0.1.0')
    .setDescription(
      `The panel's API and the memory webhooks of an AI coding assistant.\n\n${catalogueTable()}\n\n` +
        'Every error is `application/problem+json` (RFC 9457); `instance` holds the request id that the server logged.',
    )
    .setOpenAPIVersion('3.1.0')
    .addTag('Memory webhooks', 'With which an assistant remembers.')
    .addTag('Workflows', 'The management of the webhooks.')
    .addTag('Health')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'api_key')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-WORKFLOW-API-KEY' }, 'workflow_api_key');
  if (settings.public_url !== null) builder.addServer(settings.public_url);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: PROBLEM_SCHEMA },
  };
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (operation !== undefined) path[method] = completed(operation, method, document, settings);
    }
  }
  return document;
}

type Described = OperationObject & { [ACCESS]?: string; [PROBLEMS]?: ErrorCode[] };

/** Adds what follows from an operation's policy and input, so that no controller has to repeat it. */
function completed(
  described: Described,
  method: Method,
  document: OpenAPIObject,
  settings: Settings,
): OperationObject {
  const { [ACCESS]: access = 'open', [PROBLEMS]: own_problems = [], ...operation } = described;
  const { problems, security } = accessOf(access, settings);
  const codes: ErrorCode[] = ['invalid_request', ...own_problems, ...problems];
  if (method !== 'get') codes.push(...BODY_PROBLEMS);
  addBodyExample(operation, document.components?.schemas as Record<string, SchemaObject>);
  return { ...operation, security, responses: { ...operation.responses, ...problemResponses(codes) } };
}

interface Access {
  problems: readonly ErrorCode[];
  security: OperationObject['security'];
}

function accessOf(access: string, settings: Settings): Access {
  switch (access) {
    case 'open':
      return { problems: [], security: [{}] };
    case 'webhook':
      return {
        problems: ['webhook_not_found', ...KEY_PROBLEMS],
        security: settings.memory_key_demanded ? [{ api_key: [] }] : [{}, { api_key: [] }],
      };
    case 'workflows':
      return { problems: ['api_key_expired', ...KEY_PROBLEMS], security: [{ workflow_api_key: [] }] };
    default:
      return { problems: KEY_PROBLEMS, security: [{ api_key: [] }] };
  }
}

function addBodyExample(operation: OperationObject, schemas: Record<string, SchemaObject>): void {
  const body = operation.requestBody;
  if (body === undefined || !('content' in body)) return;
  for (const media of Object.values(body.content)) {
    if (media.schema !== undefined) media.example = exampleOf(media.schema, schemas);
  }
}

function catalogueTable(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`,
  );
  return ['| Error code | Status | Meaning |', '|---|---|---|', ...rows].join('\n');
}
