import { mentionedIn } from './mentions';

const TEAM = [
  { id: 'o', name: 'Otto' },
  { id: 'w', name: 'Otto Weiß' },
  { id: 'a', name: 'Anna' },
  { id: 'b', name: 'Anna' },
];

describe('who is mentioned', () => {
  it.each([
    ['@Otto please', ['o']],
    ['Please, @otto  WEISS, call', ['w']],
    ['(@Otto Weiß) and @Otto.', ['w', 'o']],
    ['@Otto, @Otto', ['o']],
    // Two of one name.
    ['@Anna', ['a', 'b']],
    ['@Ottokar, Otto, otto@otto.example, @ Otto', []],
    ['@', []],
    ['', []],
  ])('in %j', (text, ids) => expect(mentionedIn(text, TEAM)).toEqual(ids));
});
