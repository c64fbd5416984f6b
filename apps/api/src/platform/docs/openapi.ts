import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, SchemaObject } from './openapi-types';
import type { ErrorCode } from '@groupless/shared-dto';
import type { Settings } from '../../config/settings';
import {
  ACCESS,
  CONFIRMATION,
  type AccessPolicy,
  type ConfirmationDemand,
} from '../access/access.decorators';
import { ERROR_CATALOGUE } from '../errors/catalogue';
import { MASKED_HEADER, TELLS_MASKED } from '../http/masked-count';
import { accessInDocs, confirmationInDocs } from './access-in-docs';
import { answerSchemas, answersOf } from './answers';
import { ANSWERED, PROBLEMS, type Answered } from './describes';
import { exampleOf } from './example';
import { withFutureExamples } from './future-dates';
import { problemResponses, PROBLEM_SCHEMA } from './problem-responses';
import { VERSION } from '../version';
import { addTags } from './tags';
import { addSentEvents, SENT_EVENTS, type SentEvents } from './webhooks-in-docs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

const BODY_PROBLEMS: ErrorCode[] = [
  'malformed_json',
  'body_too_complex',
  'body_too_large',
  'unsupported_media_type',
];

const FIRST_KEY =
  'A program needs an API key: an admin makes it in the panel (Settings, Keys) or by `POST /api/settings/keys`, with the ' +
  'scopes that the operations name, and the program sends it as `x-api-key`. Answers to it say in `x-key-expires` when it ends.';

/** The OpenAPI 3.1 document of the running application, made from its routes, its request classes and the types of its answers. */
export function buildOpenApi(app: NestFastifyApplication, settings: Settings, now: Date): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Groupless')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .setVersion(VERSION)
    .setDescription(
      `The panel's API and the memory webhooks of an AI coding assistant.\n\n${FIRST_KEY}\n\n` +
        'Every error is `application/problem+json` (RFC 9457); `instance` holds the request id that the server logged.\n\n' +
        catalogueTable(),
    )
    .setOpenAPIVersion('3.1.0')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key', description: API_KEY }, 'api_key')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: ACCESS_TOKEN },
      'access_token',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-WORKFLOW-API-KEY', description: WORKFLOW_KEY },
      'workflow_api_key',
    )
    .addApiKey({ type: 'apiKey', in: 'query', name: 'token', description: CALENDAR_TOKEN }, 'calendar_token')
    .addApiKey(
      { type: 'apiKey', in: 'cookie', name: 'refresh_token', description: REFRESH_TOKEN },
      'refresh_token',
    );
  addTags(builder);
  builder.addServer(addressOf(settings), 'This installation');
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  const requests = (document.components?.schemas ?? {}) as Record<string, SchemaObject>;
  document.components = {
    ...document.components,
    // What is sent as it is answered is described by the rules of its request class.
    schemas: { ...answerSchemas(requests), ...requests, Problem: PROBLEM_SCHEMA },
  };
  for (const [address, path] of Object.entries(document.paths)) {
    const isShort = document.paths[`/api${address}`] !== undefined;
    for (const method of METHODS) {
      const operation = path[method];
      if (operation === undefined) continue;
      const { [SENT_EVENTS]: sent, [ANSWERED]: answered, ...others } = operation as Described;
      // Swagger numbers the ids where a controller has several addresses.
      if (others.operationId) others.operationId = others.operationId.replace(/\[\d\]$/, '');
      others.responses = answersOf(others, answered);
      if (sent !== undefined) addSentEvents(document, sent);
      path[method] = completed(isShort ? asShort(others) : others, method, document, settings);
    }
  }
  return withFutureExamples(document, now);
}

/** Of an operation that a controller serves at a second address, without `/api`. */
function asShort(described: Described): Described {
  const { operationId = '', summary = '' } = described;
  return {
    ...described,
    operationId: `Short${operationId}`,
    summary: `${summary} (the same without \`/api\`)`,
  };
}

const API_KEY =
  'A key that an admin makes in the panel under Settings, API keys, or one of the server’s own, such as `AGENT_API_KEY`. ' +
  'Each operation names the scope that it needs. One that begins with `gl_` may also come as `Authorization: Bearer`.';
const ACCESS_TOKEN = 'Of a user, as `POST /api/auth/login` answers it. It lasts ten minutes.';
const WORKFLOW_KEY =
  'For the management of the webhooks: `WORKFLOW_API_KEY` of the settings, or of `secrets.env` in the data folder.';
const CALENDAR_TOKEN = 'Part of the address that `POST /api/auth/calendar-token` answers.';
const REFRESH_TOKEN = 'The browser has it from the log-in. Programs do not need it.';

/** Never from the `Host` of a request, which the sender chooses. */
function addressOf({ public_url, port }: Settings): string {
  return public_url ?? `http://127.0.0.1:${port}`;
}

const OPEN: AccessPolicy = { kind: 'open' };

type Described = OperationObject & {
  [ACCESS]?: AccessPolicy;
  [CONFIRMATION]?: ConfirmationDemand;
  [PROBLEMS]?: ErrorCode[];
  [ANSWERED]?: Answered;
  [TELLS_MASKED]?: boolean;
  [SENT_EVENTS]?: SentEvents;
};

/** Adds to an operation what its policy and its input imply. */
function completed(
  described: Described,
  method: Method,
  document: OpenAPIObject,
  settings: Settings,
): OperationObject {
  const {
    [ACCESS]: policy = OPEN,
    [CONFIRMATION]: confirmation,
    [PROBLEMS]: ownProblems = [],
    [TELLS_MASKED]: tellsMasked = false,
    ...operation
  } = described;
  const { problems, security, text } = accessInDocs(policy, settings);
  const codes: ErrorCode[] = ['invalid_request', ...ownProblems, ...problems];
  if (confirmation !== undefined) codes.push('confirmation_required');
  if (method !== 'get') codes.push(...BODY_PROBLEMS);
  addBodyExample(operation, document.components?.schemas as Record<string, SchemaObject>);
  const access = confirmation === undefined ? text : `${text} ${confirmationInDocs(confirmation)}`;
  const description = [operation.description, access].filter(Boolean).join('\n\n');
  return {
    ...operation,
    description,
    security,
    responses: {
      ...(tellsMasked ? withMaskedHeader(operation.responses) : operation.responses),
      ...problemResponses(codes),
    },
  };
}

const MASKED = {
  description: 'How many secrets were masked before the text was stored; absent if there were none.',
  schema: { type: 'integer' as const, minimum: 1 },
};

function withMaskedHeader(responses: OperationObject['responses']): OperationObject['responses'] {
  const told = Object.entries(responses).map(([status, response]) => {
    if (response === undefined || '$ref' in response) return [status, response];
    return [status, { ...response, headers: { ...response.headers, [MASKED_HEADER]: MASKED } }];
  });
  return Object.fromEntries(told) as OperationObject['responses'];
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
  const table = ['| Error code | Status | Meaning |', '|---|---|---|', ...rows].join('\n');
  // Collapsed, because the table is longer than a screen and the routes are below it.
  return `<details><summary>The ${rows.length} error codes</summary>\n\n${table}\n\n</details>`;
}
