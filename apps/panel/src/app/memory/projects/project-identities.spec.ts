import { TestBed } from '@angular/core/testing';
import type { ProjectRecordDto } from '@groupless/shared-dto';
import { clearPage, sayYes, startScreen } from '../../../testing/memory';
import { type as typeInto } from '../../../testing/render';
import { Toasts } from '../../ui/toasts/toasts';
import { ProjectIdentities } from './project-identities';

const SHOP = 'github.com/ada/shop';
const PATH = '/api/memory/projects/3/identities';
const project = (id: number, identities: string[]) => ({ id, identities }) as ProjectRecordDto;

afterEach(clearPage);

describe('the identities of a project', () => {
  const open = (role: 'viewer' | 'operator' = 'operator') =>
    startScreen(ProjectIdentities, {}, { role, inputs: { project: project(3, [SHOP]) } });
  const toasts = () => TestBed.inject(Toasts).shown();
  const add = async (screen: Awaited<ReturnType<typeof open>>, identity: string) => {
    typeInto(screen.find('input') as HTMLInputElement, identity);
    await screen.settle();
    await screen.press('Add');
    return screen.written('POST', PATH);
  };

  it('get one, and the field is empty for the next', async () => {
    const screen = await open();
    const sent = await add(screen, ' github.com/newcorp/shop ');
    expect(sent.request.body).toEqual({ identities: ['github.com/newcorp/shop'] });
    sent.flush({ identities: [SHOP, 'github.com/newcorp/shop'] });
    await screen.settle();
    expect(screen.findAll('li')).toHaveLength(2);
    expect((screen.find('input') as HTMLInputElement).value).toBe('');
    expect(toasts()).toEqual([]);
  });

  it('do not get one that another project has, which is said', async () => {
    const screen = await open();
    (await add(screen, 'github.com/bob/shop')).flush({ identities: [SHOP] });
    await screen.settle();
    expect(toasts()).toMatchObject([{ text: 'memory.identity.taken', tone: 'notice' }]);
    expect(screen.findAll('li')).toHaveLength(1);
  });

  it('are not those of another project that is shown when the answer comes', async () => {
    const screen = await open();
    const sent = await add(screen, 'github.com/newcorp/shop');
    screen.fixture.componentRef.setInput('project', project(4, ['github.com/ada/bank']));
    sent.flush({ identities: [SHOP, 'github.com/newcorp/shop'] });
    await screen.settle();
    expect(screen.findAll('li').map(({ textContent }) => textContent.trim())).toEqual([
      'github.com/ada/bank',
    ]);
  });

  it('lose one after a question, and get it back', async () => {
    const screen = await open();
    await screen.press(`Remove ${SHOP}`);
    screen.http.expectNone({ method: 'DELETE' });
    await sayYes();
    screen.written('DELETE', `${PATH}?identity=${encodeURIComponent(SHOP)}`).flush(null);
    await screen.settle();
    expect(screen.text()).toContain('No folder has this project yet.');
    toasts()[0]?.action?.run();
    await screen.settle();
    screen.written('POST', PATH).flush({ identities: [SHOP] });
    await screen.settle();
    expect(screen.findAll('li')).toHaveLength(1);
  });

  it('lose one of the project of which it was asked, whichever is shown by then', async () => {
    const screen = await open();
    await screen.press(`Remove ${SHOP}`);
    screen.fixture.componentRef.setInput('project', project(4, ['github.com/ada/bank']));
    await screen.settle();
    await sayYes();
    screen.written('DELETE', `${PATH}?identity=${encodeURIComponent(SHOP)}`).flush(null);
    await screen.settle();
    expect(screen.text()).toContain('github.com/ada/bank');
  });

  it('are only shown to viewers', async () => {
    const { findAll, text } = await open('viewer');
    expect([findAll('button, input').length, text().includes(SHOP)]).toEqual([0, true]);
  });
});
