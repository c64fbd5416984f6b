import { render } from '../../testing/render';
import { LongText } from './long-text';

const shown = (element: HTMLElement) => element.firstChild?.textContent ?? '';

describe('a long text', () => {
  it('is shown whole while it is short', async () => {
    const { text, element } = await render(LongText, { inputs: { text: ' one\ntwo ' } });
    expect([text(), shown(element)]).toEqual([expect.any(String), ' one\ntwo ']);
    expect(element.querySelector('button')).toBeNull();
  });

  it('is shown in parts, each on request, and cuts no character in half', async () => {
    const whole = `a${'😀'.repeat(1_400)}`;
    const { element, settle } = await render(LongText, { inputs: { text: whole } });
    expect(shown(element)).toBe(`${whole.slice(0, 1_499)}…`);
    element.querySelector('button')?.click();
    await settle();
    expect(shown(element)).toBe(whole);
    expect(element.querySelector('button')).toBeNull();
  });
});
