import { apiPath } from './api-path';

describe('an address of the API', () => {
  it('stays in its collection, whatever an id holds', () => {
    expect(apiPath`/api/appointments/${'../clients'}/history`).toBe('/api/appointments/..%2Fclients/history');
    expect(apiPath`/api/users/${'a?b#c'}`).toBe('/api/users/a%3Fb%23c');
    expect(apiPath`/api/memory/people/${7}`).toBe('/api/memory/people/7');
  });
});
