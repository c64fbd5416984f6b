import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../config/settings';
import { Clock } from '../clock';
import { entityTag, matchesEntityTag } from '../http/headers/entity-tag';
import { buildOpenApi } from './openapi';
import { credentialsOfTab } from './page/credentials-of-tab';
import { forPage } from './page/for-page';
import { searchOfOperations } from './page/search-of-operations';

const DOCS = '/api/docs';

/** Swagger UI has inline styles; its scripts are files. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/api/docs` (Swagger UI) and `/api/docs-json` (OpenAPI 3.1). */
export function serveDocs(app: NestFastifyApplication, settings: Settings): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith(DOCS)) void reply.header('content-security-policy', DOCS_POLICY);
    done();
  });
  let built: ReturnType<typeof buildOpenApi> | null = null;
  const document = () => (built ??= buildOpenApi(app, settings, app.get(Clock).now()));
  // The page calls its own origin. It leaves out the outbound webhooks, which it would show unfolded.
  const ofPage = () => ({ ...document(), servers: [{ url: '/' }], webhooks: {} });
  SwaggerModule.setup(DOCS, app, ofPage, {
    raw: [],
    customSiteTitle: 'Groupless API',
    customCss: '.swagger-ui .filter input { margin: 0; }',
    swaggerOptions: {
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      plugins: [forPage(searchOfOperations), forPage(credentialsOfTab)],
    },
  });
  serveDocument(server, document);
}

/** Answers 304 to code generators, which read the document at each build. */
function serveDocument(
  server: ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>,
  document: () => object,
): void {
  let text: string | null = null;
  server.get(`${DOCS}-json`, (request: FastifyRequest, reply: FastifyReply) => {
    text ??= JSON.stringify(document());
    const etag = entityTag(text);
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
