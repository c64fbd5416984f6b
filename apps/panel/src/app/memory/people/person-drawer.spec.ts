import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { clearPage, layOut, pause, startScreen } from '../../../testing/memory';
import { type as typeInto } from '../../../testing/render';
import { PersonDrawer } from './person-drawer';

const PATH = '/api/memory/people/5';
const PERSON = {
  id: 5,
  name: 'Aoife Ní Bhriain',
  relationship: 'photographer',
  notes: '',
  updated_at: '2026-11-01T09:00:00.000Z',
};

beforeAll(layOut);
afterEach(clearPage);

describe('a person', () => {
  it('is changed by an operator, with only what was changed', async () => {
    const drawer = await startScreen(
      PersonDrawer,
      { [PATH]: PERSON },
      { role: 'operator', inputs: { id: '5' } },
    );
    typeInto(drawer.find('textarea') as HTMLTextAreaElement, 'Sends PNG.');
    await drawer.settle();
    await drawer.press('Save');

    expect(drawer.written('PATCH', PATH).request.body).toEqual({ notes: 'Sends PNG.' });
  });

  it('that is gone says so', async () => {
    const drawer = startScreen(PersonDrawer, {}, { inputs: { id: '5' } });
    await pause(40);
    TestBed.inject(HttpTestingController)
      .expectOne(PATH)
      .flush({ code: 'not_found', detail: 'There is no such person.' }, { status: 404, statusText: '' });

    expect((await drawer).text()).toContain('This is not there any more');
  });
});
