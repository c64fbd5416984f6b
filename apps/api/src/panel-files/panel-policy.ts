/** The Content-Security-Policy of the panel: its own files and API, and inline code with the nonce of this answer. */
export function panelPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types angular groupless-worker',
  ].join('; ');
}

/**
 * The same of files that are no part of that page: a worker has the policy of its own file, and the page that it shows where
 * nothing answers has that with which it was kept.
 */
export const FILE_POLICIES: ReadonlyMap<string, string> = new Map(
  ['panel-worker.js', 'offline.html'].map((path) => [
    path,
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ]),
);
