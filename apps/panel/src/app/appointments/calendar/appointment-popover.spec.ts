import { anAppointment, SCREEN, showAppointments } from '../../../testing/appointments';
import { AppointmentPopover } from './appointment-popover';

afterEach(() => document.body.replaceChildren());

describe('the popover of an appointment', () => {
  it.each([
    [{ phone: '+43 1 5550300', email: 'anna@example.com', company: '' }, '+43 1 5550300'],
    [{ phone: null, email: 'anna@example.com', company: 'Acme' }, 'anna@example.com'],
    [{ phone: null, email: null, company: 'Acme' }, 'Acme'],
  ])('tells its client from others of the name', async (client, said) => {
    const inputs = { appointment: anAppointment({ attendee_name: 'Berta' }) };
    const { http, findAll, pause } = await showAppointments(AppointmentPopover, {
      providers: SCREEN,
      inputs,
    });
    http.expectOne('/api/clients/c1').flush(client);
    await pause(20);

    expect(findAll('.client > *').map(({ textContent }) => textContent)).toEqual(['Jana Nováková', said]);
  });
});
