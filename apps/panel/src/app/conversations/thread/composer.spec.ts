import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import { render } from '../../../testing/render';
import { signedIn } from '../../../testing/conversations';
import { Composer } from './composer';
import { unfilledIn } from './filled-reply';

async function compose(text: string, isMeant: boolean) {
  const asked: Question[] = [];
  const ask = (question: Question) => {
    asked.push(question);
    return Promise.resolve(isMeant);
  };
  const rendered = await render(Composer, {
    inputs: { hint: 'Write a reply', text },
    providers: [signedIn('operator'), { provide: Confirm, useValue: { ask } }],
  });
  let sent = 0;
  rendered.component.sent.subscribe(() => sent++);
  (rendered.find('.button-primary') as HTMLButtonElement).click();
  await rendered.settle();
  return { asked: asked.map(({ params }) => params), sent, left: rendered.component.text() };
}

describe('a reply with a word in braces', () => {
  it('is not sent where it is not meant so', async () => {
    expect(await compose('Until {next_appointment}!', false)).toEqual({
      ...{ asked: [{ word: '{next_appointment}' }], sent: 0, left: 'Until {next_appointment}!' },
    });
  });

  it('is sent with it where that is meant', async () => {
    expect(await compose('Until {date}!', true)).toEqual({ asked: [{ word: '{date}' }], sent: 1, left: '' });
  });

  it('is asked about for no other reason', async () => {
    expect(await compose('At three', false)).toEqual({ asked: [], sent: 1, left: '' });
  });

  it.each([
    ['Hello {{name}}', '{{name}}'],
    ['Привет, {имя}', '{имя}'],
    ['{ "a": 1 }', null],
    ['{}', null],
    ['{1}', null],
  ])('%s: %s', (text, word) => {
    expect(unfilledIn(text)).toBe(word);
  });
});
