import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule, type AppOptions } from './app.module';
import { servePanel } from './panel-files/serve-panel';
import { serveDocs } from './platform/docs/serve-docs';
import { ProblemFilter } from './platform/errors/problem.filter';
import { AnsweringAdapter } from './platform/http/server/answering-adapter';
import { answerOtherMethods, collectRoutes, takeEveryMethod } from './platform/http/server/other-methods';
import { installRequestPipeline } from './platform/http/server/request-pipeline';
import { serverOptions } from './platform/http/server/server-options';
import type { Logger } from './platform/log/log';
import { NestLogger } from './platform/log/nest-logger';
import { recordRequests } from './platform/telemetry/record-requests';
import { RequestPipe } from './platform/validation/pipe/request.pipe';

/** The whole application, ready to listen: what is on every request is set here, for the program and the tests alike. */
export async function createApp(options: AppOptions, log: Logger): Promise<NestFastifyApplication> {
  const { settings } = options;
  const adapter = new AnsweringAdapter({ ...serverOptions(settings), skipMiddie: true });
  const server = adapter.getInstance<FastifyInstance>();
  takeEveryMethod(server);
  recordRequests(server);
  installRequestPipeline(server, settings, log);
  const routes = collectRoutes(server);

  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(options), adapter, {
    bodyParser: false,
    logger: new NestLogger(log),
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(log));
  app.useGlobalPipes(new RequestPipe());
  if (settings.api_docs) serveDocs(app, settings);
  await app.init();
  await servePanel(server, routes, options.panel_folder);
  answerOtherMethods(server, routes);
  await server.ready();
  return app;
}
