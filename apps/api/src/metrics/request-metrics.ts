import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The status that proxies log if the client has disconnected. */
const CLIENT_GONE = '499';

/** Measures all requests, by route pattern, which limits the number of series and hides ids and tokens. */
@Injectable()
export class RequestMetrics implements OnModuleInit {
  readonly registry = new Registry();
  private readonly answered = new Counter({
    name: 'groupless_http_requests_total',
    help: 'Requests that have ended, by the status of the answer; 499 where the client went before',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'groupless_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer; without streams of events and requests that wait',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_S,
    registers: [this.registry],
  });
  private readonly inFlight = new Gauge({
    name: 'groupless_http_requests_in_flight',
    help: 'Requests that are being answered, streams of events among them',
    registers: [this.registry],
  });

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onRequest', (request, reply, done) => {
      this.inFlight.inc();
      // Fastify's `onResponse` misses disconnected callers.
      reply.raw.once('close', () => this.record(request, reply));
      done();
    });
  }

  private record({ method: sent, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    const method = METHODS.has(sent) ? sent : 'other';
    const route = routeOptions.url ?? 'none';
    const status = reply.raw.writableFinished ? String(reply.statusCode) : CLIENT_GONE;
    this.inFlight.dec();
    this.answered.inc({ method, route, status });
    const { streams_events, waits } = routeOptions.config;
    if (streams_events !== true && waits !== true)
      this.durations.observe({ method, route }, reply.elapsedTime / 1_000);
  }
}
