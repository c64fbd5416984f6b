import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, SchemaObject } from './openapi-types';
import type { ErrorCode } from '@groupless/shared-dto';
import type { Settings } from '../../config/settings';
import { ACCESS, type AccessPolicy, type Demand, type OwnGuard } from '../access/access.decorators';
import { ERROR_CATALOGUE } from '../errors/catalogue';
import { PROBLEMS } from './describes';
import { exampleOf } from './example';
import { problemResponses, PROBLEM_SCHEMA } from './problem-responses';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

/** What the webhooks' own guard can refuse, and what may come of the credentials of any other route. */
const KEY_PROBLEMS: ErrorCode[] = ['unauthenticated', 'invalid_api_key', 'forbidden', 'too_many_requests'];
const CALLER_PROBLEMS: ErrorCode[] = [...KEY_PROBLEMS, 'api_key_expired'];
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
    .addTag('Log-in', 'Sessions, and the own account.')
    .addTag('Users', 'Who may use the panel.')
    .addTag('Clients', 'Whom the business works for; also as a file of CSV.')
    .addTag('Memory webhooks', 'With which an assistant remembers.')
    .addTag('Appointments', 'Booked by the chat agent or in the panel; and when there is time.')
    .addTag('Assistant accounts', 'Whose session the assistant uses.')
    .addTag('Conversations', 'Chats, as the chat agent tells of them and people take part.')
    .addTag('Settings', 'The chat agent, the databases, the API keys, and the record of what was done.')
    .addTag('Dashboard')
    .addTag('Workflows', 'The management of the webhooks.')
    .addTag('Health')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'access_token')
    .addApiKey({ type: 'apiKey', in: 'cookie', name: 'refresh_token' }, 'refresh_token')
    .addApiKey({ type: 'apiKey', in: 'query', name: 'token' }, 'calendar_token')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'api_key')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-WORKFLOW-API-KEY' }, 'workflow_api_key');
  builder.addServer('/', 'Where this document came from');
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

const OPEN: AccessPolicy = { kind: 'open' };

type Described = OperationObject & { [ACCESS]?: AccessPolicy; [PROBLEMS]?: ErrorCode[] };

/** Adds what follows from an operation's policy and input, so that no controller has to repeat it. */
function completed(
  described: Described,
  method: Method,
  document: OpenAPIObject,
  settings: Settings,
): OperationObject {
  const { [ACCESS]: policy = OPEN, [PROBLEMS]: own_problems = [], ...operation } = described;
  const { problems, security } = accessOf(policy, settings);
  const codes: ErrorCode[] = ['invalid_request', ...own_problems, ...problems];
  if (method !== 'get') codes.push(...BODY_PROBLEMS);
  addBodyExample(operation, document.components?.schemas as Record<string, SchemaObject>);
  return { ...operation, security, responses: { ...operation.responses, ...problemResponses(codes) } };
}

interface Access {
  problems: readonly ErrorCode[];
  security: OperationObject['security'];
}

function accessOf(policy: AccessPolicy, settings: Settings): Access {
  switch (policy.kind) {
    case 'open':
      return { problems: [], security: [{}] };
    case 'own_guard':
      return accessOfOwnGuard(policy.documented, settings);
    case 'caller':
      return { problems: CALLER_PROBLEMS, security: securityOf(policy) };
  }
}

function accessOfOwnGuard(guard: OwnGuard, settings: Settings): Access {
  switch (guard) {
    case 'webhook':
      return accessOfWebhook(settings);
    case 'refresh_cookie':
      return ACCESS_BY_COOKIE;
    case 'calendar_token':
      return { problems: ['unauthenticated'], security: [{ calendar_token: [] }] };
  }
}

const ACCESS_BY_COOKIE: Access = {
  problems: ['unauthenticated', 'cross_site'],
  security: [{ refresh_token: [] }],
};

function accessOfWebhook({ memory_key_demanded }: Settings): Access {
  return {
    problems: ['webhook_not_found', ...KEY_PROBLEMS],
    security: memory_key_demanded ? [{ api_key: [] }] : [{}, { api_key: [] }],
  };
}

/** Any one of these opens it. */
function securityOf({ role, scopes }: Demand): NonNullable<OperationObject['security']> {
  return [
    ...(role === null ? [] : [{ access_token: [] }]),
    ...(scopes.some((scope) => scope !== 'workflows') ? [{ api_key: [] }] : []),
    ...(scopes.includes('workflows') ? [{ workflow_api_key: [] }] : []),
  ];
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
