/** What stands between the tests and the application in production, and can stand there in the tests too. */
export type Between = 'nginx' | 'pgbouncer';

/** Whether the tests go through it: the variable TEST_THROUGH names what they go through, by comma. */
export function goesThrough(between: Between, variables = process.env): boolean {
  return (variables['TEST_THROUGH'] ?? '').split(',').includes(between);
}
