/** The files of tests that look at the server itself, and why nginx must not stand before it. */
const PAST_NGINX: Readonly<Record<string, string>> = {
  'panel-files.spec.ts':
    'nginx serves the panel itself, which test/production/panel-behind-nginx.spec.ts looks at',
  'metrics.spec.ts': 'nginx hides /metrics',
};

/** Whether the tests that run just now go past nginx, whatever TEST_THROUGH says. */
export function goesPastNginx(): boolean {
  const file = expect.getState().testPath?.split('/').at(-1) ?? '';
  return file in PAST_NGINX;
}
