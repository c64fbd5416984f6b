import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_EVENTS } from '@groupless/shared-dto/event-types';

const WEBHOOKS = readFileSync(join(__dirname, '../../../../docs/webhooks.md'), 'utf8');

describe('docs/webhooks.md', () => {
  it('names every event that a webhook may want, and no other', () => {
    const [, table = ''] = /^\| Events +\|.*\n([^]*?)\n\n/m.exec(WEBHOOKS) ?? [];
    const named = [...table.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, event]) => event);
    expect(named.sort()).toEqual([...HOOK_EVENTS].sort());
  });
});
