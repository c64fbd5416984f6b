import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule, type AppOptions } from './app.module';
import { serveDocs } from './shared/docs/serve-docs';
import { ProblemFilter } from './shared/errors/problem.filter';
import { AnswerInterceptor } from './shared/http/answer.interceptor';
import { answerOtherMethods, collectRoutes, installRequestPipeline } from './shared/http/request-pipeline';
import { serverOptions } from './shared/http/server-options';
import type { Logger } from './shared/log/log';
import { NestLogger } from './shared/log/nest-logger';
import { RequestPipe } from './shared/validation/request.pipe';
import { UndeclaredInputInterceptor } from './shared/validation/undeclared-input.interceptor';

/** The whole application, ready to listen: what is on every request is set here, for the program and the tests alike. */
export async function createApp(options: AppOptions, log: Logger): Promise<NestFastifyApplication> {
  const { settings } = options;
  const adapter = new FastifyAdapter({ ...serverOptions(settings), skipMiddie: true });
  const server = adapter.getInstance<FastifyInstance>();
  installRequestPipeline(server, log);
  const routes = collectRoutes(server);

  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(options), adapter, {
    bodyParser: false,
    logger: new NestLogger(log),
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(log));
  app.useGlobalInterceptors(new UndeclaredInputInterceptor(), new AnswerInterceptor());
  app.useGlobalPipes(new RequestPipe());
  if (settings.api_docs) serveDocs(app, settings);
  await app.init();
  answerOtherMethods(server, routes);
  await server.ready();
  return app;
}
