import { Component, signal } from '@angular/core';
import { form, FormField, FormRoot, required } from '@angular/forms/signals';
import { render, type as typeInto } from '../../../testing/render';
import { Problem } from '../../http/problem';
import { DateTimeField } from './date-time-field';
import { Field, FormError } from './field';
import { sending } from './form-submission';
import { SearchField } from '../lists/search-field';

@Component({
  imports: [Field, FormError, FormField, FormRoot],
  template: `
    <form [formRoot]="form">
      <app-field label="Name" help="As in the passport" [of]="form.name">
        <input class="input" [formField]="form.name" />
      </app-field>
      <app-form-error [of]="form" />
      <button type="submit">Save</button>
    </form>
  `,
})
class Host {
  problem: Problem | null = null;
  saved: string[] = [];
  readonly form = form(
    signal({ name: '' }),
    (path) => {
      required(path.name);
    },
    {
      submission: sending(async ({ name }: { name: string }) => {
        if (this.problem !== null) throw this.problem;
        this.saved.push(name);
      }),
    },
  );
}

async function start(problem: Problem | null = null) {
  const rendered = await render(Host);
  rendered.component.problem = problem;
  document.body.append(rendered.element);
  const input = rendered.find('input') as HTMLInputElement;
  const send = async () => {
    rendered.find('button').click();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await rendered.settle();
  };
  return { ...rendered, input, send };
}

const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent.trim())
    .join(' ');

describe('a form', () => {
  it('ties label, help and control together', async () => {
    const { input, find } = await start();

    expect(find('label').getAttribute('for')).toBe(input.id);
    expect(described(input)).toBe('As in the passport');
  });

  it('says what is missing when it is sent, at its field, which gets the focus', async () => {
    const { input, send, component } = await start();
    await send();

    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described(input)).toContain('This is needed.');
    expect(document.activeElement).toBe(input);
    expect(component.saved).toEqual([]);
  });

  it('sends what was typed', async () => {
    const { input, send, component } = await start();
    typeInto(input, 'Ada');
    await send();

    expect(component.saved).toEqual(['Ada']);
  });

  it('shows what the API has against a field there, and the rest over the button', async () => {
    const errors = [{ field: 'name', code: 'too_long' as const, message: 'name is too long.' }];
    const atField = await start(new Problem(400, { code: 'invalid_request', errors }));
    typeInto(atField.input, 'Ada');
    await atField.send();
    expect(described(atField.input)).toContain('name is too long.');

    atField.component.problem = new Problem(409, { code: 'name_taken', detail: 'The name is taken.' });
    typeInto(atField.input, 'Bob');
    await atField.send();
    expect(atField.find('[role=alert]').textContent.trim()).toBe('The name is taken.');
  });

  it('is sent again, unchanged, after the API was away', async () => {
    const { input, send, component, find } = await start(
      new Problem(503, { code: 'database_unavailable', detail: 'The database is away.' }),
    );
    typeInto(input, 'Ada');
    await send();
    expect(find('[role=alert]').textContent.trim()).toBe('The database is away.');
    component.problem = null;
    await send();

    expect(component.saved).toEqual(['Ada']);
    expect(find('[role=alert]').textContent.trim()).toBe('');
  });
});

describe('a search field', () => {
  it('searches a moment after the last letter, once', async () => {
    const { component, find } = await render(SearchField);
    const searched: string[] = [];
    component.searched.subscribe((query) => searched.push(query));
    for (const text of ['a', 'ad', 'ada ']) typeInto(find('input') as HTMLInputElement, text);
    await new Promise((resolve) => setTimeout(resolve, 250));

    expect(searched).toEqual(['ada']);
  });

  it('keeps what is being typed while the address follows', async () => {
    const { component, find, fixture, settle } = await render(SearchField);
    document.body.append(fixture.nativeElement as HTMLElement);
    component.searched.subscribe((query) => fixture.componentRef.setInput('query', query));
    const input = find('input') as HTMLInputElement;
    input.focus();
    typeInto(input, 'ivan ');
    await new Promise((resolve) => setTimeout(resolve, 250));
    await settle();
    expect(input.value).toBe('ivan ');
    typeInto(input, 'ivan p');
    await settle();

    expect(input.value).toBe('ivan p');
  });

  it('is emptied by Escape', async () => {
    const { find, component, settle } = await render(SearchField, { inputs: { query: 'ada' } });
    const searched: string[] = [];
    component.searched.subscribe((query) => searched.push(query));
    find('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settle();

    expect(searched).toEqual(['']);
  });
});

@Component({
  imports: [DateTimeField, Field, FormField],
  template: `
    <app-field label="Starts" [of]="form.starts_at">
      <app-date-time-field [formField]="form.starts_at" />
    </app-field>
  `,
})
class TimeHost {
  readonly form = form(signal<{ starts_at: string | null }>({ starts_at: null }), (path) => {
    required(path.starts_at);
  });
}

describe('a date and a time', () => {
  it('tell the form that they were left', async () => {
    const { component, find } = await render(TimeHost);
    expect(component.form.starts_at().touched()).toBe(false);
    find('input[type=time]').dispatchEvent(new Event('blur'));

    expect(component.form.starts_at().touched()).toBe(true);
  });
});
