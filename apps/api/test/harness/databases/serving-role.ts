/** Of the role `groupless_server` on the server of the tests. */
export const SERVING_PASSWORD = 'serving-2b7e4f0a9c';

/** The same database, as the role that serves requests. */
export function asServingRole(url: string): string {
  const serving = new URL(url);
  serving.username = 'groupless_server';
  serving.password = SERVING_PASSWORD;
  return serving.href;
}
