export interface TelemetrySettings {
  /** Without a trailing slash. */
  endpoint: string;
  headers: Record<string, string>;
  /** The sampled share of requests, jobs and deliveries. */
  ratio: number;
}

export function parseEndpoint(value: string): string | null {
  const url = URL.parse(value);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  )
    return null;
  return url.href.replace(/\/$/, '');
}

/** OpenTelemetry's format: comma-separated `name=value`, percent-encoded. */
export function parseHeaders(value: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of value.split(',')) {
    const [, name, text] = /^\s*([\w-]+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined || text === undefined) return null;
    try {
      headers[name] = decodeURIComponent(text.trim());
    } catch {
      return null;
    }
  }
  return headers;
}

export function parseShare(value: string): number | null {
  return /^(0|1|0?\.\d{1,6}|1\.0{1,6}|0\.0{1,6})$/.test(value) ? Number(value) : null;
}
