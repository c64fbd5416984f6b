import { parseTrustProxy } from '../addresses';
import { parseEndpoint, parseHeaders, parseShare } from '../telemetry-settings';
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
    parse: (text) => text === 'public',
    values: ['public', 'off'],
    default: 'public',
    meaning: 'Whether /api/docs and /api/docs-json answer.',
  },
  SECURITY_CONTACT: {
    kind: 'text',
    parse: parseContact,
    must: 'begin with mailto: or https://',
    meaning:
      'To whom a security problem is told, as mailto:security@example.com or https://…: /.well-known/security.txt. Unset: that is 404.',
  },
  TRUST_PROXY: {
    kind: 'text',
    parse: parseTrustProxy,
    must: 'be off, a number, or addresses by comma',
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
    parse: parseEndpoint,
    must: 'be an http or https URL without query or user',
    meaning: 'Where traces and metrics are sent by OpenTelemetry (OTLP over HTTP, as JSON). Unset: nowhere.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    kind: 'text',
    parse: parseHeaders,
    must: 'be name=value, by comma, with values as in a URL',
    secret: true,
    meaning: 'Headers of these requests, such as authorization=Bearer%20abc, by comma.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: 'text',
    parse: parseShare,
    must: 'be a number from 0 to 1',
    default: '0.1',
    meaning:
      'The share of requests, jobs and deliveries that are sent as traces, from 0 to 1. Metrics count all.',
  },
} as const satisfies Record<string, Variable>;

function parseContact(text: string): string | null {
  return /^(?:mailto|https):[\x21-\x7e]+$/.test(text) ? text : null;
}
