import type { EventType, Role } from '@groupless/shared-dto';
import type { Caller } from '../../platform/access/caller';
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

  it.each<[Caller['kind'], string, boolean]>([
    ['user', 'x', true],
    ['user', 'another', false],
    ['key', 'x', false],
  ])('a %s, of a row that is of %s alone: %s', (kind, owner_id, isTold) => {
    const event = { type: 'session.updated', row_id: '1', owner_id } as const;
    expect(mayReceive({ caller: { ...caller, kind } as Caller, role: 'admin' }, event)).toBe(isTold);
  });
});
