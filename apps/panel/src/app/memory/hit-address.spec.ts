import { addressOf } from './hit-address';

describe('the address of a hit', () => {
  it.each([
    ['session', 'Moved the page', ['/memory', 'sessions', '7']],
    ['task', 'Call the printer', ['/memory', 'tasks', '7']],
    ['project', 'website', ['/memory', 'projects', '7']],
    ['person', 'Ada', ['/memory', 'people', '7']],
    ['state', 'web/server', ['/memory', 'state', 'web/server', { row: 7 }]],
    ['chat', 'chat, with a comma, user', ['/memory', 'chats', 'chat, with a comma']],
  ] as const)('of the kind %s leads to its record', (kind, title, address) => {
    expect(addressOf({ kind, id: 7, title })).toEqual(address);
  });
});
