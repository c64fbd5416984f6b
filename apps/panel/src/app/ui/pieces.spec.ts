import { Component } from '@angular/core';
import { render } from '../../testing/render';
import { Avatar, initialsOf } from './avatar';
import { CopyButton } from './copy/copy-button';
import { ErrorPanel } from './error-panel';
import { Highlighted, markedParts, partsOf } from './formats/highlighted';
import { RelativeTime } from './formats/relative-time';
import { Segmented } from './forms/segmented';
import { Skeleton, WhileWaiting } from './skeleton';
import { linesOf } from './sparkline';
import { StatusChip } from './status-chip';
import { Problem } from '../http/problem';

const hits = (text: string, query: string) =>
  partsOf(text, query)
    .filter(({ isHit }) => isHit)
    .map((part) => part.text);

describe('a highlighted text', () => {
  it('marks each word of the query, whatever its case', () => {
    expect(hits('Ada Lovelace', 'love ADA')).toEqual(['Ada', 'Love']);
  });

  it('takes no notice of accents, on either side', () => {
    expect(hits('Žofie Nováková', 'zofie novak')).toEqual(['Žofie', 'Novák']);
    expect(hits('Zofie', 'Žofie')).toEqual(['Zofie']);
    expect(hits('Z\u030cofie', 'zof')).toEqual(['Z\u030cof']);
  });

  it('finds a part of a phone number however it is written', () => {
    expect(hits('+43 660 123-4567', '6601234')).toEqual(['660 123-4']);
    expect(hits('+12125550187', '555-01 87')).toEqual(['5550187']);
  });

  it.each(Array.from('$()*+.?[\\]^{|}/-&#~'))('takes %s for itself', (sign) => {
    expect(hits(`a${sign}b`, `a${sign}`)).toEqual([`a${sign}`]);
  });

  it('keeps the text as it is, signs of patterns and markup included', async () => {
    const { text, element } = await render(Highlighted, { inputs: { text: '<b>(a+b)</b>', query: '(a+' } });

    expect(text()).toBe('<b>(a+b)</b>');
    expect(element.querySelector('mark')?.textContent).toBe('(a+');
    expect(element.querySelector('b')).toBeNull();
  });

  it('reads the marks of the API and nothing else as markup', () => {
    expect(markedParts('a <mark>b &lt;i&gt;</mark> &amp;lt;')).toEqual([
      { text: 'a ', isHit: false },
      { text: 'b <i>', isHit: true },
      { text: ' &lt;', isHit: false },
    ]);
  });
});

describe('an avatar', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada  ', 'A'],
    ['Jean-Luc van der Berg', 'JB'],
    ['👩‍🚀 Eva', '👩‍🚀E'],
    ['', '?'],
  ])('of "%s" shows %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('is hidden from screen readers, who hear the name beside it', async () => {
    const { element } = await render(Avatar, { inputs: { name: 'Ada' } });

    expect(element.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('a status chip', () => {
  it('says the status in words', async () => {
    const { text, element } = await render(StatusChip, { inputs: { status: 'no_show' } });

    expect(text()).toBe('No-show');
    expect(element.className).toContain('no-show');
  });
});

describe('a relative time', () => {
  it('says how long ago, and exactly when in the tooltip and for programs', async () => {
    const at = new Date(Date.now() - 5 * 60_000 - 500).toISOString();
    const { find, text } = await render(RelativeTime, { inputs: { at } });

    expect(text()).toBe('5 minutes ago');
    expect(find('time').getAttribute('datetime')).toBe(at);
    find('time').dispatchEvent(new Event('pointerenter'));
    expect(find('time').title).toContain(String(new Date(at).getUTCFullYear()));
  });

  it('shows a dash for never', async () => {
    expect((await render(RelativeTime, { inputs: { at: null } })).text()).toBe('–');
  });
});

describe('an error panel', () => {
  it('says the cause and the request, and offers another try', async () => {
    const problem = new Problem(409, {
      detail: 'Ada has it.',
      code: 'slot_taken',
      instance: 'urn:uuid:0199',
    });
    const { component, find, text } = await render(ErrorPanel, { inputs: { error: problem } });
    let tries = 0;
    component.retry.subscribe(() => tries++);
    find('.button').click();

    expect(text()).toContain('Ada has it.');
    expect(text()).toContain('0199');
    expect(tries).toBe(1);
  });

  it('has words of its own where no answer came', async () => {
    const { text } = await render(ErrorPanel, { inputs: { error: new Problem(0, {}) } });

    expect(text()).toContain('The server does not answer.');
  });
});

describe('a sparkline', () => {
  it('puts the largest value at the top and nothing at the bottom', () => {
    expect(linesOf([0, 10])).toEqual(['2.0,22.0 94.0,2.0']);
    expect(linesOf([0, 0])).toEqual(['2.0,22.0 94.0,22.0']);
    expect(linesOf([])).toEqual([]);
  });

  it('has gaps where there is no value, and may stand for a given height', () => {
    expect(linesOf([50, null, 100, 0, null], 100)).toEqual(['0.5,12.0 3.5,12.0', '48.0,2.0 71.0,22.0']);
  });
});

describe('a segmented control', () => {
  it('is a group of radio buttons', async () => {
    @Component({
      imports: [Segmented],
      template: `<app-segmented label="View" [segments]="segments" [(value)]="value" />`,
    })
    class Host {
      segments = [
        { value: 'list', label: 'List' },
        { value: 'day', label: 'Day' },
      ];
      value = 'list';
    }
    const { component, findAll, settle } = await render(Host);
    const [, day] = findAll('input') as HTMLInputElement[];
    day?.click();
    await settle();

    expect(component.value).toBe('day');
  });
});

describe('a copy button', () => {
  it('copies, and says so', async () => {
    let copied = '';
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void (copied = text) },
    });
    const { find, settle, text } = await render(CopyButton, { inputs: { text: 'secret' } });
    find('button').click();
    await settle();

    expect(copied).toBe('secret');
    expect(text()).toContain('Copied');
  });
});

@Component({
  imports: [Skeleton, WhileWaiting],
  template: `<app-skeleton *appWhileWaiting="true" height="72px" />`,
})
class Waiting {}

describe('what stands in the place of something that is still to come', () => {
  it('has its size when it is there, not only after the next check', async () => {
    const { element } = await render(Waiting);
    const height = new Promise((resolve) => {
      const added = () => resolve(element.querySelector<HTMLElement>('app-skeleton')?.style.height);
      new MutationObserver(added).observe(element, { childList: true, subtree: true });
    });
    expect(await height).toBe('72px');
  });
});
