export default async function tearDown(): Promise<void> {
  await globalThis.stop_test_postgres?.();
}
