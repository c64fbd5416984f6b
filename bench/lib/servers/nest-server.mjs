// Nest on Fastify with one empty handler: the cost of the framework for a write.
import 'reflect-metadata';
import { All, Body, Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const ANSWER = { result: 'created' };

class EveryRoute {
  answer(body) {
    return body === undefined ? {} : ANSWER;
  }
}
Controller()(EveryRoute);
All(['small', 'webhook/:workflow_id/webhook/:path'])(
  EveryRoute.prototype,
  'answer',
  Object.getOwnPropertyDescriptor(EveryRoute.prototype, 'answer'),
);
Body()(EveryRoute.prototype, 'answer', 0);

class Server {}
Module({ controllers: [EveryRoute] })(Server);

const app = await NestFactory.create(Server, new FastifyAdapter(), { logger: ['error'] });
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
