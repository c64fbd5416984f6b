import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '../../config/settings';
import { buildOpenApi } from './openapi';

const DOCS = '/api/docs';

/** Swagger UI has styles in its page; its scripts are files. */
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
  SwaggerModule.setup(DOCS, app, () => buildOpenApi(app, settings), {
    jsonDocumentUrl: `${DOCS}-json`,
    raw: ['json'],
    customSiteTitle: 'Groupless API',
    swaggerOptions: { docExpansion: 'list', defaultModelsExpandDepth: 0 },
  });
}
