import { signal } from '@angular/core';
import { mayActAs, seesMemory, USES, type Role, type Use } from '@groupless/shared-dto';
import { placesOf } from './nav';

const idsFor = (use: Use, role: Role = 'admin') =>
  placesOf({ may: (least: Role) => mayActAs(role, least), seesMemory: signal(seesMemory(role)) }, use).map(
    ({ id }) => id,
  );

describe('the places of the panel', () => {
  it('begin with what the installation is for', () => {
    expect(idsFor('bookings').slice(0, 4)).toEqual(['dashboard', 'clients', 'appointments', 'conversations']);
    expect(idsFor('bookings').at(-1)).toBe('memory');
    expect(idsFor('memory').slice(0, 3)).toEqual(['dashboard', 'memory', 'users']);
  });

  it('are the same ones whatever it is for', () => {
    const all = USES.map((use) => [...idsFor(use)].sort());
    expect(all).toEqual([all[0], all[0], all[0]]);
    expect(idsFor('memory', 'desk')).not.toContain('memory');
  });
});
