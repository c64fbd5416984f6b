import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { eventually, render, type as typeInto } from '../../../testing/render';
import { Commands, type CommandSource } from './commands';
import { Palette } from './palette';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(ahead?: { text: string; hasEnter: boolean }) {
  const run: string[] = [];
  const command = (id: string) => ({
    id,
    label: id,
    ...(id === 'close a day' && { namedBy: 'name' as const }),
    run: () => run.push(id),
  });
  const asked: string[] = [];
  let answer: () => void = () => undefined;
  const places: CommandSource = {
    heading: 'nav.dashboard',
    find: (query) =>
      ['dashboard', 'kofi settings', 'close a day'].filter((one) => one.includes(query)).map(command),
  };
  const late: CommandSource = {
    heading: 'nav.clients',
    find: async (query) => {
      if (query === '') return [];
      asked.push(query);
      await new Promise<void>((resolve) => (answer = resolve));
      return [command(`client ${query}`)];
    },
  };
  const rendered = await render(Palette, {
    providers: [
      { provide: DIALOG_DATA, useValue: ahead === undefined ? null : { take: () => ahead } },
      { provide: DialogRef, useValue: { close: () => undefined } },
      { provide: Commands, useValue: { sources: () => Promise.resolve([late, places]) } },
    ],
  });
  await pause(20);
  const input = rendered.find('input') as HTMLInputElement;
  const press = (key: string) => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const isAsked = (query: string) => eventually(() => asked.at(-1) === query);
  return { ...rendered, run, input, press, isAsked, answerLate: () => answer() };
}

/** jsdom lays nothing out. */
beforeAll(() => (HTMLElement.prototype.scrollIntoView = () => undefined));

describe('the palette', () => {
  it('runs what was found for what is typed, however quick the Enter', async () => {
    const { run, input, press, isAsked, answerLate } = await start();
    typeInto(input, 'kofi');
    press('Enter');
    expect(run).toEqual([]);
    await isAsked('kofi');
    answerLate();
    await pause(20);

    expect(run).toEqual(['client kofi']);
  });

  it('runs the command that is called as was typed before what is found', async () => {
    const { run, input, press, isAsked, answerLate } = await start();
    typeInto(input, 'close a day');
    await isAsked('close a day');
    answerLate();
    await pause(20);
    press('Enter');

    expect(run).toEqual(['close a day']);
  });

  it('runs nothing when one types on after the Enter', async () => {
    const { run, input, press, isAsked, answerLate } = await start();
    typeInto(input, 'ko');
    press('Enter');
    typeInto(input, 'kof');
    await isAsked('kof');
    answerLate();
    await pause(20);

    expect(run).toEqual([]);
  });

  it('takes the letters and the Enter that came before it was there', async () => {
    const { run, input, isAsked, answerLate } = await start({ text: 'kofi', hasEnter: true });
    expect(input.value).toBe('kofi');
    await isAsked('kofi');
    answerLate();
    await pause(20);

    expect(run).toEqual(['client kofi']);
  });

  it('keeps what was chosen when more is found', async () => {
    const { run, input, press, isAsked, answerLate, settle } = await start();
    typeInto(input, 'kofi');
    await isAsked('kofi');
    await settle();
    press('ArrowDown');
    press('ArrowUp');
    answerLate();
    await pause(20);
    press('Enter');

    expect(run).toEqual(['kofi settings']);
  });
});
