import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule, type AppOptions } from './app.module';
import { servePanel } from './panel-files/serve-panel';
import { serveDocs } from './shared/docs/serve-docs';
import { ProblemFilter } from './shared/errors/problem.filter';
import { AnsweringAdapter } from './shared/http/server/answering-adapter';
import {
  answerOtherMethods,
  collectRoutes,
  installRequestPipeline,
} from './shared/http/server/request-pipeline';
import { serverOptions } from './shared/http/server/server-options';
import type { Logger } from './shared/log/log';
import { NestLogger } from './shared/log/nest-logger';
import { recordRequests } from './shared/telemetry/record-requests';
import { RequestPipe } from './shared/validation/pipe/request.pipe';

/** The whole application, ready to listen: what is on every request is set here, for the program and the tests alike. */
export async function createApp(options: AppOptions, log: Logger): Promise<NestFastifyApplication> {
  const { settings } = options;
  const adapter = new AnsweringAdapter({ ...serverOptions(settings), skipMiddie: true });
  const server = adapter.getInstance<FastifyInstance>();
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
