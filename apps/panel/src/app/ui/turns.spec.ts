import { ChangeDetectionStrategy, Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { inTurns, Turn, Turns } from './turns';

@Component({
  imports: [Turn],
  template: `
    <i>first</i>
    <i *appTurn>second</i>
    <i *appTurn>third</i>
    @for (item of drawn(); track item) {
      <li>{{ item }}</li>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
class LongPage {
  readonly items = signal<readonly number[]>([]);
  readonly drawn = inTurns(this.items, 2);
}

/** How many of its elements a page has shown after each change. */
async function follow(selector: string, begin: (page: LongPage) => void = () => undefined) {
  const fixture = TestBed.createComponent(LongPage);
  const page = fixture.nativeElement as HTMLElement;
  const counts: number[] = [];
  const watch = new MutationObserver(() => counts.push(page.querySelectorAll(selector).length));
  watch.observe(page, { childList: true });
  begin(fixture.componentInstance);
  const turns = TestBed.inject(Turns);
  for (let turn = 0; turn < 6; turn++) await turns.next();
  watch.disconnect();
  return { counts: [...new Set(counts)], text: page.textContent };
}

describe('turns', () => {
  it('show the parts of a page one after the other, in their order', async () => {
    const { counts, text } = await follow('i');

    expect(counts.slice(-2)).toEqual([2, 3]);
    expect(text).toContain('firstsecondthird');
  });

  it('let a list grow until it is whole', async () => {
    const nine = Array.from({ length: 9 }, (_, index) => index);
    const { counts } = await follow('li', ({ items }) => items.set(nine));

    expect(counts.filter((count) => count > 0)).toEqual([2, 4, 6, 8, 9]);
  });

  it('take nothing away from a list that was whole', async () => {
    const fixture = TestBed.createComponent(LongPage);
    const page = fixture.nativeElement as HTMLElement;
    const { items } = fixture.componentInstance;
    const turns = TestBed.inject(Turns);
    items.set([1, 2, 3, 4]);
    for (let turn = 0; turn < 4; turn++) await turns.next();
    const last = page.querySelector('li:last-of-type');
    items.set([0, 1, 2, 3, 4]);
    await fixture.whenStable();

    expect(page.querySelectorAll('li')).toHaveLength(5);
    expect(page.querySelector('li:last-of-type')).toBe(last);
  });

  it('end with what asked for them', async () => {
    const fixture = TestBed.createComponent(LongPage);
    await Promise.resolve();
    fixture.destroy();
    const turns = TestBed.inject(Turns);
    for (let turn = 0; turn < 3; turn++) await turns.next();

    expect((fixture.nativeElement as HTMLElement).textContent).not.toContain('second');
  });
});
