import { type as typeInto } from '../../../testing/render';
import { anAppointment, showAppointments } from '../../../testing/appointments';
import { AppointmentNotes } from './appointment-notes';

afterEach(() => document.body.replaceChildren());

const URL = '/api/appointments/a1';
const OLD = [
  { code: 'version_mismatch', status: 412 },
  { status: 412, statusText: 'Old' },
] as const;

async function start(notes = 'Prefers mornings') {
  const inputs = { appointment: anAppointment({ notes }), etag: '"1"', canEdit: true };
  const shown = await showAppointments(AppointmentNotes, { inputs });
  const write = async (text: string) => {
    typeInto(shown.find('textarea') as HTMLTextAreaElement, text);
    await shown.pause(20);
    await shown.press('Save the notes');
  };
  const patched = () => shown.http.expectOne({ method: 'PATCH', url: URL });
  const readAgain = async (notes: string) => {
    const row = anAppointment({ notes });
    shown.http.expectOne({ method: 'GET', url: URL }).flush(row, { headers: { etag: '"2"' } });
    await shown.pause(20);
  };
  return { ...shown, write, patched, readAgain };
}

describe('the notes of an appointment', () => {
  it('are saved for the version that was read', async () => {
    const { write, patched } = await start();
    await write('Prefers evenings');
    const { request } = patched();

    expect(request.headers.get('if-match')).toBe('"1"');
    expect(request.body).toEqual({ notes: 'Prefers evenings' });
  });

  it('are saved all the same when somebody changed something else meanwhile', async () => {
    const { write, patched, pause, readAgain } = await start();
    await write('Prefers evenings');
    patched().flush(...OLD);
    await pause(20);
    await readAgain('Prefers mornings');

    expect(patched().request.headers.get('if-match')).toBe('"2"');
  });

  it('overwrite other notes of somebody else only when the user has seen them', async () => {
    const { write, patched, pause, readAgain, text, press, find } = await start();
    await write('Prefers evenings');
    patched().flush(...OLD);
    await pause(20);
    await readAgain('Has moved away');
    expect(text()).toContain('Somebody else changed the notes meanwhile.');
    expect((find('textarea') as HTMLTextAreaElement).value).toBe('Prefers evenings');
    await press('Replace these notes');

    expect(patched().request.headers.get('if-match')).toBe('"2"');
  });

  it('keep what is typed while they are saved, also where somebody else was faster', async () => {
    const { write, patched, pause, readAgain, find } = await start();
    await write('Prefers evenings');
    const field = find('textarea') as HTMLTextAreaElement;
    typeInto(field, 'Prefers evenings, by phone');
    patched().flush(...OLD);
    await pause(20);
    await readAgain('Has moved away');

    expect(field.value).toBe('Prefers evenings, by phone');
  });

  it('stay as they are typed while the appointment is read again', async () => {
    const { find, fixture, pause } = await start();
    const field = find('textarea') as HTMLTextAreaElement;
    typeInto(field, 'Half typed');
    await pause(20);
    fixture.componentRef.setInput(
      'appointment',
      anAppointment({ notes: 'Prefers mornings', title: 'Other' }),
    );
    await pause(20);

    expect(field.value).toBe('Half typed');
  });

  it('are in no field while they are very long, until somebody changes them', async () => {
    const notes = 'n'.repeat(10_000);
    const { find, findAll, press, element, write, patched } = await start(notes);
    expect(findAll('textarea')).toEqual([]);
    expect(element.textContent.length).toBeLessThan(2_000);
    await press('Edit the notes');
    expect((find('textarea') as HTMLTextAreaElement).value).toBe(notes);
    expect(document.activeElement).toBe(find('textarea'));
    await write('Short again');

    expect(patched().request.body).toEqual({ notes: 'Short again' });
  });
});
