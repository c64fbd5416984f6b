import type { PanelAccount } from '../panel/panel-account';
import { accountWord, findAccount } from './find-account';

const account = (id: string, name: string) => ({ id, name }) as PanelAccount;

describe('the word for an account in a command', () => {
  it.each([
    ['its name', [account('1', 'Work'), account('2', 'Home')], 'Work'],
    ['its id where two have the name', [account('1', 'Work'), account('2', 'Work')], '1'],
    ['its id where its name is the id of another', [account('1', '2'), account('2', 'Home')], '1'],
  ])('is %s', (_, accounts, word) => {
    const [first] = accounts as [PanelAccount];
    expect(accountWord(first, accounts)).toBe(word);
    expect(findAccount(accounts, word)).toBe(first);
  });
});
