import { DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { form, FormField } from '@angular/forms/signals';
import { eventually, render, type as typeInto } from '../../../testing/render';
import { Unsaved } from '../../session/unsaved';
import { sending } from '../forms/form-submission';
import { Dialogs } from './dialogs';
import { FormDialog } from './form-dialog';

const sent: { done: (() => void)[] } = { done: [] };

@Component({
  imports: [FormDialog, FormField],
  template: `
    <app-form-dialog [form]="form" heading="New" submit="Save">
      <input class="name" [formField]="form.name" />
    </app-form-dialog>
  `,
})
class NameDialog {
  private readonly dialog = inject<DialogRef<string>>(DialogRef);
  protected readonly form = form(signal({ name: '' }), {
    submission: sending(async ({ name }: { name: string }) => {
      await new Promise<void>((resolve) => sent.done.push(resolve));
      this.dialog.close(name);
    }),
  });
}

@Component({ template: '' })
class Empty {}

const wait = (ms = 50) => new Promise((resolve) => setTimeout(resolve, ms));
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const field = () => all('input.name')[0] as HTMLInputElement;
const question = () => all('[role=alertdialog]')[0];

async function open(typed: string) {
  await render(Empty);
  const closed: (string | undefined)[] = [];
  void TestBed.inject(Dialogs)
    .open<string>(NameDialog)
    .then((result) => closed.push(result));
  await eventually(() => all('input.name').length > 0);
  typeInto(field(), typed);
  await wait();
  return { closed };
}

const WAYS: [string, () => void][] = [
  [
    'Escape',
    () =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true }),
      ),
  ],
  ['a click beside it', () => all('.cdk-overlay-backdrop')[0]?.click()],
  ['Cancel', () => all('.foot button')[0]?.click()],
  ['its cross', () => all('.close')[0]?.click()],
];

describe('a dialog that is a form', () => {
  afterEach(() => {
    sent.done.length = 0;
    TestBed.inject(Dialogs).closeAll();
    for (const overlay of all('.cdk-overlay-container')) overlay.remove();
  });

  it.each(WAYS)('asks before %s loses what is typed, and keeps it if it is to stay', async (_, close) => {
    const { closed } = await open('Ada');
    close();
    await eventually(() => question() !== undefined);
    question()?.querySelector<HTMLElement>('.foot button')?.click();
    await wait();

    expect(closed).toEqual([]);
    expect(field().value).toBe('Ada');
  });

  it('closes when the user gives up what is typed', async () => {
    const { closed } = await open('Ada');
    WAYS[0]?.[1]();
    await eventually(() => question() !== undefined);
    question()?.querySelector<HTMLElement>('[type=submit]')?.click();
    await eventually(() => closed.length > 0);

    expect(closed).toEqual([undefined]);
    expect(TestBed.inject(Unsaved).isThere()).toBe(false);
  });

  it.each(WAYS)('is closed by %s without a question while nothing is typed', async (_, close) => {
    const { closed } = await open('');
    close();
    await eventually(() => closed.length > 0);

    expect(closed).toEqual([undefined]);
  });

  it('takes nothing in while it is sent, and closes with what was sent', async () => {
    const { closed } = await open('Ada');
    all('form')[0]?.dispatchEvent(new Event('submit', { cancelable: true }));
    await eventually(() => sent.done.length > 0);
    await wait();
    expect(field().closest('[inert]')).not.toBeNull();
    sent.done[0]?.();
    await eventually(() => closed.length > 0);

    expect(closed).toEqual(['Ada']);
  });
});
