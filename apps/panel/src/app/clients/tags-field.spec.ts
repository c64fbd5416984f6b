import { TestBed } from '@angular/core/testing';
import { onStage } from './testing/clients-on-stage';
import { KnownTags } from './known-tags';
import { TagsField } from './tags-field';

async function start() {
  const staged = await onStage(TagsField);
  TestBed.inject(KnownTags).remember([{ tags: ['vip'] }]);
  const input = staged.find('input') as HTMLInputElement;
  const enter = (value: string, inputType?: string) => {
    input.value = value;
    const options = { bubbles: true, ...(inputType === undefined ? {} : { inputType }) };
    input.dispatchEvent(
      inputType === undefined ? new Event('input', options) : new InputEvent('input', options),
    );
  };
  const typeLetters = (text: string) => {
    for (const letter of text) enter(input.value + letter, 'insertText');
  };
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    input.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { ...staged, input, enter, typeLetters, press, tags: () => staged.component.value() };
}

afterEach(() => document.body.replaceChildren());

describe('the field for tags', () => {
  it('takes a tag whose beginning is a known one', async () => {
    const { typeLetters, press, tags } = await start();
    typeLetters('vip-gold');
    press('Enter');

    expect(tags()).toEqual(['vip-gold']);
  });

  it('takes a known tag by Enter, which does not send the form', async () => {
    const { typeLetters, press, tags } = await start();
    typeLetters('vip');
    expect(tags()).toEqual([]);

    expect(press('Enter')).toBe(true);
    expect(tags()).toEqual(['vip']);
  });

  it('takes an offered tag as soon as it is chosen', async () => {
    const { enter, tags } = await start();
    enter('vip', 'insertReplacementText');
    expect(tags()).toEqual(['vip']);
  });

  it('ends a tag at a comma, and takes the last away by Backspace', async () => {
    const { typeLetters, press, tags } = await start();
    typeLetters('north,south,');
    expect(tags()).toEqual(['north', 'south']);
    press('Backspace');

    expect(tags()).toEqual(['north']);
  });
});
