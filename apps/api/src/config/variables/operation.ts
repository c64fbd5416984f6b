import type { Variable } from './variable';

/** Documentation, proxies, logs and telemetry. */
export const OPERATION_VARIABLES = {
  OUTBOUND_PRIVATE: {
    kind: 'flag',
    default: 'false',
    meaning: 'true: outbound webhooks may go to private addresses, and in plain HTTP.',
  },
  API_DOCS: {
    kind: 'one_of',
    values: ['public', 'off'],
    default: 'public',
    meaning: 'Whether /api/docs and /api/docs-json answer.',
  },
  SECURITY_CONTACT: {
    kind: 'text',
    meaning:
      'To whom a security problem is told, as mailto:security@example.com or https://…: /.well-known/security.txt. Unset: that is 404.',
  },
  TRUST_PROXY: {
    kind: 'text',
    default: 'off',
    meaning:
      'Whose X-Forwarded-* headers count: off, a number of proxies, or addresses and networks by comma. Anything but off makes the start strict.',
  },
  LOG_LEVEL: {
    kind: 'one_of',
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    meaning: 'The least level that is logged.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'url',
    meaning: 'Where traces and metrics are sent by OpenTelemetry (OTLP over HTTP, as JSON). Unset: nowhere.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    kind: 'text',
    secret: true,
    meaning: 'Headers of these requests, such as authorization=Bearer%20abc, by comma.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: 'text',
    default: '0.1',
    meaning:
      'The share of requests, jobs and deliveries that are sent as traces, from 0 to 1. Metrics count all.',
  },
} as const satisfies Record<string, Variable>;
