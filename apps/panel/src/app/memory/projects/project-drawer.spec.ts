import { TestBed } from '@angular/core/testing';
import type { ProjectRecordDto } from '@groupless/shared-dto';
import { type as typeInto } from '../../../testing/render';
import { Unsaved } from '../../session/unsaved';
import { clearPage, layOut, sayYes, startScreen } from '../../../testing/memory';
import { ProjectDrawer } from './project-drawer';

const isUnsaved = () => TestBed.inject(Unsaved).isThere();
const PATH = '/api/memory/projects/3';
const PROJECT: ProjectRecordDto = {
  id: 3,
  name: 'website',
  description: 'The <i>public</i> site',
  status: 'active',
  server: 'web-1',
  url: 'javascript:alert(1)',
  stack: '',
  notes: '',
  priority: 7,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
  identities: ['github.com/ada/website', 'laptop:/home/ada/website'],
};

beforeAll(layOut);
afterEach(clearPage);

describe('a project', () => {
  const open = (role: 'viewer' | 'operator' = 'operator') =>
    startScreen(ProjectDrawer, { [PATH]: PROJECT }, { role, inputs: { id: '3' } });
  const nameField = ({ find }: Awaited<ReturnType<typeof open>>) => find('form input') as HTMLInputElement;

  it('sends only what was changed', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    expect(isUnsaved()).toBe(true);
    await drawer.press('Save');

    const saved = drawer.written('PATCH', PATH);
    expect(saved.request.body).toEqual({ name: 'shop' });
    saved.flush({ ...PROJECT, name: 'shop' });
    await drawer.settle();
    expect(isUnsaved()).toBe(false);
  });

  it('keeps what is typed while it is being saved', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    await drawer.press('Save');
    typeInto(nameField(drawer), 'shop and more');
    await drawer.settle();
    drawer.written('PATCH', PATH).flush({ ...PROJECT, name: 'shop', notes: 'Stored' });
    await drawer.settle();

    expect(nameField(drawer).value).toBe('shop and more');
    expect(isUnsaved()).toBe(true);
    await drawer.press('Save');
    expect(drawer.written('PATCH', PATH).request.body).toEqual({ name: 'shop and more' });
  });

  it('is not shown in the place of another one that was opened while it was being saved', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    await drawer.press('Save');
    drawer.fixture.componentRef.setInput('id', '4');
    await drawer.settle();
    await drawer.answer({ '/api/memory/projects/4': { ...PROJECT, id: 4, name: 'other' } });
    drawer.written('PATCH', PATH).flush({ ...PROJECT, name: 'shop' });
    await drawer.settle();

    expect(nameField(drawer).value).toBe('other');
    expect(isUnsaved()).toBe(false);
  });

  it('says that another one has the name, and keeps what was typed', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    await drawer.press('Save');
    drawer
      .written('PATCH', PATH)
      .flush(
        { code: 'name_taken', detail: 'Another project has this name.' },
        { status: 409, statusText: '' },
      );
    await drawer.settle();

    expect(drawer.text()).toContain('Another one has this name.');
    expect(nameField(drawer).value).toBe('shop');
  });

  it('keeps what is being typed when the assistant changes it', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    await drawer.tell();

    drawer.http.expectOne(PATH).flush({ ...PROJECT, name: 'theirs' });
    await drawer.settle();
    expect(nameField(drawer).value).toBe('shop');
  });

  it('keeps what is being typed when it cannot be read again, and says so', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    await drawer.tell();
    drawer.http.expectOne(PATH).flush({ code: 'too_many_requests' }, { status: 429, statusText: 'Too many' });
    await drawer.settle();

    expect(drawer.find('app-error-panel')).toBeTruthy();
    expect(nameField(drawer).value).toBe('shop');
  });

  it('keeps what is being typed when somebody else deletes it, and says so', async () => {
    const drawer = await open();
    typeInto(nameField(drawer), 'shop');
    await drawer.settle();
    await drawer.tell();
    drawer.http
      .expectOne(PATH)
      .flush({ code: 'not_found', detail: 'No.' }, { status: 404, statusText: 'Not found' });
    await drawer.settle();

    expect(drawer.text()).toContain('This is not there any more');
    expect(nameField(drawer).value).toBe('shop');
  });

  it('keeps a word from before until another status is chosen', async () => {
    const old = { ...PROJECT, status: 'maintenance' };
    const drawer = await startScreen(ProjectDrawer, { [PATH]: old }, { inputs: { id: '3' } });
    const select = drawer.find('form select') as HTMLSelectElement;
    expect([select.value, [...select.options].map(({ value }) => value)]).toEqual([
      'maintenance',
      ['active', 'paused', 'archived', 'maintenance'],
    ]);
    select.value = 'archived';
    select.dispatchEvent(new Event('input'));
    select.dispatchEvent(new Event('change'));
    await drawer.settle();
    await drawer.press('Save');
    expect(drawer.written('PATCH', PATH).request.body).toEqual({ status: 'archived' });
  });

  it('is deleted after a question', async () => {
    const drawer = await open();
    await drawer.press('Delete…');
    drawer.http.expectNone({ method: 'DELETE', url: PATH });
    await sayYes();

    drawer.written('DELETE', PATH);
  });

  it('is only shown to viewers, and its texts are never links or markup', async () => {
    const { text, findAll } = await open('viewer');

    expect(text()).toContain('The <i>public</i> site');
    expect(text()).toContain('javascript:alert(1)');
    expect(findAll('form, i, a[href^="javascript"]')).toEqual([]);
  });
});

describe('a new project', () => {
  it('is made with what was typed', async () => {
    const drawer = await startScreen(ProjectDrawer, {}, { role: 'operator' });
    typeInto(drawer.find('form input') as HTMLInputElement, 'shop');
    await drawer.settle();
    await drawer.press('Add');

    expect(drawer.written('POST', '/api/memory/projects').request.body).toMatchObject({
      name: 'shop',
      status: 'active',
      priority: 5,
    });
  });
});
