import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Histogram,
  type Span,
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
import { TraceSampler } from './trace-sampler';

/** The kind of the span, and the name of its duration metric. */
const KINDS: Record<ActivityKind, readonly [SpanKind, string]> = {
  request: [SpanKind.SERVER, 'http.server.request.duration'],
  statement: [SpanKind.CLIENT, 'db.client.operation.duration'],
  delivery: [SpanKind.CLIENT, 'groupless.delivery.duration'],
  job: [SpanKind.INTERNAL, 'groupless.job.duration'],
};
const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Exports spans, and the durations of all activities, by OTLP. Only this file loads OpenTelemetry. */
export class OtlpRecorder implements Recorder {
  private readonly within = new AsyncLocalStorage<Context | undefined>();
  private readonly tracers: TracerProvider;
  private readonly meters: MeterProvider;
  private readonly tracer: Tracer;
  private readonly durations: Record<ActivityKind, Histogram>;
  private readonly sampler: TraceSampler;

  constructor({ endpoint, headers, ratio }: TelemetrySettings) {
    this.sampler = new TraceSampler(ratio);
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
    const isTraced = parent !== undefined || this.sampler.take();
    if (!isTraced) return new TimedActivity(this.durations[kind], attributes);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind][0], attributes }, parent ?? ROOT_CONTEXT);
    return new TracedActivity(this.durations[kind], attributes, span, this.within);
  }

  inContextOfCaller<Args extends unknown[]>(
    callback: (...args: Args) => unknown,
  ): (...args: Args) => unknown {
    const context = this.within.getStore();
    return (...args) => this.within.run(context, callback, ...args);
  }

  /** Flushes and stops. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.tracers.shutdown(), this.meters.shutdown()]);
  }
}

/** An activity without a span: only the metric. Most requests use it, so it allocates no closures. */
class TimedActivity implements Activity {
  private readonly begunMs = performance.now();

  constructor(
    private readonly durations: Histogram,
    private readonly attributes: Attributes,
  ) {}

  run<T>(work: () => T): T {
    return work();
  }

  end(more?: Attributes, error?: unknown): void {
    if (more?.['stream'] !== undefined) return;
    const attributes = Object.assign({}, this.attributes, more, failureOf(error));
    this.durations.record((performance.now() - this.begunMs) / 1_000, attributes);
  }
}

/** An activity with a span. */
class TracedActivity extends TimedActivity {
  constructor(
    durations: Histogram,
    attributes: Attributes,
    private readonly span: Span,
    private readonly within: AsyncLocalStorage<Context | undefined>,
  ) {
    super(durations, attributes);
  }

  override run<T>(work: () => T): T {
    return this.within.run(trace.setSpan(ROOT_CONTEXT, this.span), work);
  }

  override end(more?: Attributes, error?: unknown): void {
    super.end(more, error);
    this.span.setAttributes({ ...more, ...failureOf(error) });
    if (error !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

function failureOf(error: unknown): Attributes | undefined {
  return error === undefined ? undefined : { 'error.type': typeOf(error) };
}

/** The code or class of an error, because its message can quote input. */
function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'error';
}
