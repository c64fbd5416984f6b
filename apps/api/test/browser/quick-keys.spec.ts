import { Conversations, newChat } from '../harness/data/conversations';
import { signIn } from '../harness/data/panel-users';
import { isAt, isTrue, panelInBrowser, pressInTurn } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine.
jest.setTimeout(600_000);

const NAMES = ['Kofi Annan', 'Zuzana Nováková', 'Inaki Ochoa', 'Quentin Blake', 'Wilma Rudolph'];
const ROUNDS = process.env['FULL_TESTS'] === '1' ? 200 : 5;
const ROWS = 60;
const CHATS = 20;

describe('quick hands', () => {
  const panel = panelInBrowser();
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const user = await signIn(panel.t, { role: 'operator' });
    const { bearer } = user;
    const add = async (name: string) => {
      const { body } = await panel.t.http.post('/api/clients').set(bearer).send({ name }).expect(201);
      return (body as { id: string }).id;
    };
    for (const name of NAMES) ids.set(name, await add(name));
    for (let row = 0; row < ROWS; row++) await add(`Row ${String(row).padStart(2, '0')}`);
    const chats = new Conversations(panel.t, user);
    // The latest stands first.
    for (let chat = CHATS - 1; chat >= 0; chat--)
      await chats.begin(newChat(), { contact: { name: `Chat ${String(chat).padStart(2, '0')}` } });
  });

  it('get from the palette what they typed, however soon they press Enter', async () => {
    const { page, faults } = await panel.openAs('operator');
    const wrong: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const name = NAMES[round % NAMES.length] ?? '';
      const [typed = ''] = name.split(' ');
      // A different moment in each round, without chance: a failure can be repeated.
      const delayMs = (round * 37) % 400;
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      await page.waitForTimeout(delayMs);
      await page.keyboard.press('Enter');
      await isAt(page, `/clients/${ids.get(name)}`).catch(() =>
        wrong.push(`${name} after ${delayMs} ms: ${page.url()}`),
      );
      if (wrong.length > 0) break;
      await page.getByRole('heading', { name }).waitFor();
      await page.keyboard.press('Escape');
      await isAt(page, '/clients');
    }

    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('type into a palette whose field stays where it is', async () => {
    const { page } = await panel.openAs('operator');
    await page.keyboard.press('Control+k');
    await page.locator('.palette-panel input:focus').waitFor();
    const place = async () => {
      await isStill(page);
      return page.locator('.palette-panel input').boundingBox();
    };
    const before = await place();
    for (const letter of 'kofi zz') {
      await page.keyboard.type(letter);
      expect(await place()).toEqual(before);
    }
  });

  it('lose no key in a list', async () => {
    const { page } = await panel.openAs('operator', '/clients?sort=name&search=Row');
    await page.getByRole('row', { name: 'Row 00' }).waitFor();
    await pressInTurn(page, ...Array.from({ length: 50 }, () => 'j'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Row 49' }).waitFor();
  });

  it('lose no key in the list of conversations, down and up', async () => {
    const { page } = await panel.openAs('operator', '/conversations');
    await page.getByRole('link', { name: 'Chat 00' }).waitFor();
    const keys = 'j'.repeat(15) + 'k'.repeat(10) + 'j'.repeat(10) + 'k'.repeat(10) + 'j'.repeat(5);
    await pressInTurn(page, ...keys);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Chat 09' }).waitFor();
  });

  it.each(['c', 'i'])('lose no key in the list of g %s, which is still to come', async (key) => {
    const { page } = await panel.openAs('operator');
    await pressInTurn(page, 'g', key, ...Array.from({ length: 10 }, () => 'j'));
    await page.locator('[data-index="9"]:focus, [data-index="9"] a:focus').waitFor();
  });

  it('go from the search to what it found', async () => {
    const { page } = await panel.openAs('operator', '/clients');
    await page.keyboard.press('/');
    await page.keyboard.type('zuzana');
    await page.getByRole('row', { name: 'Zuzana' }).locator('mark').waitFor();
    await pressInTurn(page, 'ArrowDown', 'Enter');

    await page.getByRole('heading', { name: 'Zuzana Nováková' }).waitFor();
    await page.keyboard.press('Escape');
    await isAt(page, '/clients?search=zuzana');
    await page.keyboard.press('Escape');
    // Where it was, so that the next key goes on from there.
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Zuzana');
  });

  it('mean the screen that is on its way, and the dialog', async () => {
    const { page, faults } = await panel.openAs('operator');
    // Each key once: one that is pressed again before it is let go counts as held down.
    await pressInTurn(page, 'g', 'c', 'n', ...Array.from('Ida Wolf'));
    await isTrue(page, "document.querySelector('[role=dialog] input')?.value === 'Ida Wolf'");
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Ida Wolf' }).waitFor();
    await pressInTurn(page, 'g', 'i', '/', ...Array.from('olf'));
    await isAt(page, '/conversations?search=olf');

    expect(faults).toEqual([]);
  });
});
