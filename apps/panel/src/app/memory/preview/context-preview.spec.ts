import { Router } from '@angular/router';
import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { ContextPreview } from './context-preview';

const PATH = '/api/memory/context';

beforeAll(layOut);
afterEach(clearPage);

describe('what the assistant sees', () => {
  type Started = Awaited<ReturnType<typeof startScreen<ContextPreview>>>;
  async function tellContext(
    { http, settle }: Pick<Started, 'http' | 'settle'>,
    body: string,
    omitted: string,
    type = 'text/markdown; charset=utf-8',
  ) {
    const request = http.expectOne(({ url }) => url === PATH);
    request.flush(body, {
      headers: { 'x-context-tokens': '1971', 'x-context-omitted': omitted, 'content-type': type },
    });
    await settle();
    return request.request;
  }

  async function start() {
    const screen = await startScreen(ContextPreview, { [PATH]: '' }, { role: 'operator' });
    await screen.tell();
    return screen;
  }

  it('is shown letter for letter, with its size and what is left out', async () => {
    const screen = await start();
    const request = await tellContext(screen, '# Memory\n<script>alert(1)</script>', 'state=12, cut=1');

    expect(request.params.get('budget')).toBe('4000');
    expect(screen.find('pre').textContent).toBe('# Memory\n<script>alert(1)</script>');
    expect(line(screen.find('.size'))).toBe('1,971 of 4,000 tokens');
    expect(screen.findAll('.omitted li').map(line)).toEqual(['12 facts', '1 text shortened']);
  });

  it('names the project that the address asks for, whether there is one or not', async () => {
    const { fixture, find, findAll, http, settle } = await start();
    const router = fixture.debugElement.injector.get(Router);
    await router.navigateByUrl('/?project=long%20gone');
    await settle();
    const chosen = () => (find('select') as HTMLSelectElement).selectedOptions[0]?.textContent;
    expect(chosen()).toBe('long gone');
    const asked = http.match(({ url }) => url === '/api/memory/projects');
    for (const request of asked) request.flush(pageOf([{ id: 3, name: 'shop' }]));
    await settle();
    expect(chosen()).toBe('long gone');
    await router.navigateByUrl('/?project=shop');
    await settle();

    expect(chosen()).toBe('shop');
    expect(findAll('option')).toHaveLength(2);
  });

  it('says when nothing is left out', async () => {
    const screen = await start();
    await tellContext(screen, '# Memory', 'none');

    expect(line(screen.find('.omitted'))).toBe('Nothing is left out.');
  });

  it('is read again when the memory changes, and the old text stays meanwhile', async () => {
    const screen = await start();
    await tellContext(screen, 'before', 'none');
    await screen.tell();
    expect(screen.find('pre').textContent).toBe('before');
    await tellContext(screen, 'after', 'none');

    expect(screen.find('pre').textContent).toBe('after');
  });

  it('shows JSON with its lines apart', async () => {
    const screen = await start();
    await tellContext(screen, '{"projects":[]}', 'none', 'application/json; charset=utf-8');

    expect(screen.find('pre').textContent).toBe('{\n  "projects": []\n}');
  });

  it('is asked for as it was at a time, which the address keeps', async () => {
    const screen = await start();
    await tellContext(screen, 'now', 'none');
    const field = screen.find('input[type=datetime-local]') as HTMLInputElement;
    field.value = '2026-11-20T09:30';
    field.dispatchEvent(new Event('change'));
    await screen.settle();
    const request = await tellContext(screen, 'then', 'none');

    expect(request.params.get('as_of')).toBe('2026-11-20T09:30:00.000Z');
    expect(screen.find('pre').textContent).toBe('then');
    await screen.press('Now');
    expect((await tellContext(screen, 'now', 'none')).params.has('as_of')).toBe(false);
    expect(field.value).toBe('');
  });

  it('is that of a project, by the name that is chosen, which the address keeps', async () => {
    const screen = await start();
    await tellContext(screen, 'of none', 'none');
    await screen.answer({
      '/api/memory/projects': pageOf([
        { id: 1, name: 'shop' },
        { id: 2, name: 'bank' },
      ]),
    });
    await screen.settle();
    const project = screen.find('.project select') as HTMLSelectElement;
    project.value = 'bank';
    project.dispatchEvent(new Event('change'));
    await screen.settle();
    const request = await tellContext(screen, 'of the bank', 'none');
    expect([request.params.get('project'), request.params.get('budget')]).toEqual(['bank', '4000']);
    expect(screen.find('pre').textContent).toBe('of the bank');
    expect(project.value).toBe('bank');
  });

  it('is compared with the present one, line by line', async () => {
    const screen = await start();
    await tellContext(screen, 'now', 'none');
    const slider = screen.find('app-as-of-field input[type=range]') as HTMLInputElement;
    expect(slider.getAttribute('aria-valuetext')).toBe('Now');
    slider.value = '-3';
    slider.dispatchEvent(new Event('change'));
    await screen.settle();
    const then = await tellContext(screen, 'kept\nold\n', 'none');
    const daysAgo = (Date.now() - Date.parse(then.params.get('as_of') ?? '')) / 86_400_000;
    expect(Math.round(daysAgo)).toBe(3);
    expect(slider.getAttribute('aria-valuetext')).toMatch(/\d:\d\d\s[AP]M$/);
    (screen.find('.compare input') as HTMLInputElement).click();
    await screen.settle();
    const now = await tellContext(screen, 'kept\nnew\n', 'none');

    expect(now.params.has('as_of')).toBe(false);
    expect(screen.find('ins').textContent).toContain('new');
    expect(screen.find('del').textContent).toContain('old');
    expect(screen.find('app-context-difference').textContent).toContain('kept');
  });

  it('takes no half typed budget, and the nearest possible one at the end', async () => {
    const screen = await start();
    await tellContext(screen, '', 'none');
    const field = screen.find('input[type=number]') as HTMLInputElement;
    field.value = '15';
    field.dispatchEvent(new Event('input'));
    await new Promise((resolve) => setTimeout(resolve, 250));
    screen.http.expectNone(({ url }) => url === PATH);
    field.dispatchEvent(new Event('change'));

    expect(field.value).toBe('200');
  });
});
