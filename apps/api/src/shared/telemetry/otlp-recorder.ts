import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Histogram,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import type { TelemetrySettings } from '../../config/telemetry-settings';
import { VERSION } from '../version';
import type { Activity, ActivityKind, Attributes, Recorder } from './recorder';

/** The kind of the span, and the name of the metric of its duration. */
const KINDS: Record<ActivityKind, readonly [SpanKind, string]> = {
  request: [SpanKind.SERVER, 'http.server.request.duration'],
  statement: [SpanKind.CLIENT, 'db.client.operation.duration'],
  delivery: [SpanKind.CLIENT, 'groupless.delivery.duration'],
  job: [SpanKind.INTERNAL, 'groupless.job.duration'],
};
const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Sends spans and the durations of all activities by OTLP. This file is the only one that loads OpenTelemetry. */
export class OtlpRecorder implements Recorder {
  private readonly within = new AsyncLocalStorage<Context>();
  private readonly tracers: TracerProvider;
  private readonly meters: MeterProvider;
  private readonly tracer: Tracer;
  private readonly durations: Record<ActivityKind, Histogram>;
  private readonly ratio: number;

  constructor({ endpoint, headers, ratio }: TelemetrySettings) {
    this.ratio = ratio;
    const resource = resourceFromAttributes({
      'service.name': 'groupless',
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    });
    const to = (path: string) => ({ url: `${endpoint}/v1/${path}`, headers });
    this.tracers = new TracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(to('traces')) })],
    });
    this.meters = new MeterProvider({
      resource,
      readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(to('metrics')) })],
    });
    this.tracer = this.tracers.getTracer('groupless');
    const meter = this.meters.getMeter('groupless');
    const histogram = ([, name]: readonly [SpanKind, string]) =>
      meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: BUCKETS_S } });
    this.durations = {
      request: histogram(KINDS.request),
      statement: histogram(KINDS.statement),
      delivery: histogram(KINDS.delivery),
      job: histogram(KINDS.job),
    };
  }

  isTracing(): boolean {
    return this.within.getStore() !== undefined;
  }

  begin(kind: ActivityKind, name: string, attributes: Attributes = {}): Activity {
    const parent = this.within.getStore();
    const begunMs = performance.now();
    const isTraced = parent !== undefined || Math.random() < this.ratio;
    const span = isTraced
      ? this.tracer.startSpan(name, { kind: KINDS[kind][0], attributes }, parent ?? ROOT_CONTEXT)
      : null;
    return {
      run: (work) => (span === null ? work() : this.within.run(trace.setSpan(ROOT_CONTEXT, span), work)),
      end: (more = {}, error) => {
        const failure = error === undefined ? {} : { 'error.type': typeOf(error) };
        const isCounted = more['stream'] === undefined;
        if (isCounted)
          this.durations[kind].record((performance.now() - begunMs) / 1_000, {
            ...attributes,
            ...more,
            ...failure,
          });
        if (span === null) return;
        span.setAttributes({ ...more, ...failure });
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  /** Sends what there is. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.tracers.shutdown(), this.meters.shutdown()]);
  }
}

/** Messages of errors can quote what somebody sent. */
function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'error';
}
