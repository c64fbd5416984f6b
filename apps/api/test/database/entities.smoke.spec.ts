import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { MEMORY } from '../../src/database/memory.data-source';
import { entitiesOf } from '../harness/apps/entities';
import { startTestApp, type TestApp } from '../harness/apps/test-app';

describe('the entities of the application', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t.close());

  it.each([
    ['panel', 'default'],
    [MEMORY, MEMORY],
  ] as const)('are all in a module, for the %s database', (name, token) => {
    const dataSource = t.app.get<DataSource>(getDataSourceToken(token));
    const known = dataSource.entityMetadatas
      // TypeORM makes one of a table that only joins two.
      .filter(({ tableType }) => tableType !== 'junction')
      .map((entity) => entity.name)
      .sort();
    expect(known).toEqual(
      entitiesOf(name)
        .map((entity) => entity.name)
        .sort(),
    );
    expect(known.length).toBeGreaterThan(5);
  });
});
