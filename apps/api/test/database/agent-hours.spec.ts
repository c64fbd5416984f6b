import { DataSource } from 'typeorm';
import { migrationOptions } from '../../src/database/data-source-options';
import { migrate } from '../../src/database/migrate';
import { AddAgentHours1795358500000 } from '../../src/database/migrations/panel/1795358500000-add-agent-hours';
import { createTestDatabases, type TestDatabases } from '../harness/test-databases';

describe('the hours of the agent after an update', () => {
  let databases: TestDatabases;
  let panel: DataSource;
  beforeEach(async () => {
    databases = await createTestDatabases({ empty: true });
    const url = databases.urls.panel.direct_url;
    await migrate('panel', url);
    panel = await new DataSource(migrationOptions('panel', url)).initialize();
  });
  afterEach(async () => {
    await panel.destroy();
    await databases.drop();
  });

  async function hoursAfterUpdate(): Promise<unknown> {
    const runner = panel.createQueryRunner();
    await new AddAgentHours1795358500000().down(runner);
    await new AddAgentHours1795358500000().up(runner);
    const rows = (await runner.query('select agent_hours from chat_agent_settings')) as unknown;
    await runner.release();
    return rows;
  }

  it('are those of the business where nothing was booked before', async () => {
    expect(await hoursAfterUpdate()).toEqual([{ agent_hours: 'working' }]);
  });

  it('are any where appointments exist', async () => {
    await panel.query(`insert into clients (id, name, source) values (gen_random_uuid(), 'Ada', 'panel')`);
    await panel.query(`
      insert into appointments (id, client_id, starts_at, ends_at, status, source, resource)
      select gen_random_uuid(), id, now(), now() + interval '1 hour', 'pending', 'phone', 'main' from clients`);
    expect(await hoursAfterUpdate()).toEqual([{ agent_hours: 'any' }]);
  });
});
