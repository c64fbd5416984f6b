import type { EventType, Role } from '@groupless/shared-dto';
import type { Caller } from '../platform/access/caller';
import { mayReceive } from './visible-events';

const caller = { kind: 'user', id: 'x' } as Caller;

describe('what a role is told of', () => {
  it.each<[Role, EventType, boolean]>([
    ['desk', 'account.activated', false],
    ['viewer', 'account.activated', true],
    ['desk', 'session.created', false],
    ['desk', 'client.updated', true],
    ['operator', 'account.updated', false],
  ])('%s, of %s: %s', (role, type, isTold) => {
    expect(mayReceive({ caller, role }, { type, row_id: '1' })).toBe(isTold);
  });
});
