import { getDataSourceToken } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MEMORY } from '../../src/database/memory.data-source';
import { startTestApp, type TestApp } from '../harness/apps/test-app';

describe('a connection of the server', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t.close());

  it.each([
    ['the panel', DataSource],
    ['the memory', getDataSourceToken(MEMORY)],
  ])('to the database of %s has no JIT, which would compile searches for seconds', async (_, token) => {
    expect(await t.app.get<DataSource>(token).query('show jit')).toEqual([{ jit: 'off' }]);
  });
});
