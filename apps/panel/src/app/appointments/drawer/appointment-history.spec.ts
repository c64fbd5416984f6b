import type { AppointmentChangeDto, AppointmentEventDto } from '@groupless/shared-dto';
import { SCREEN, showAppointments } from '../../../testing/appointments';
import { AppointmentHistory } from './appointment-history';

afterEach(() => document.body.replaceChildren());

const step = (from_status: AppointmentEventDto['from_status'], ...changes: AppointmentChangeDto[]) => ({
  at: '2026-11-20T09:30:00.000Z',
  user: { id: 'u1', name: 'Rita' },
  key_name: null,
  from_status,
  to_status: 'confirmed' as const,
  changes,
});

describe('the history of an appointment', () => {
  it('says when it was put beside another one, and when it no longer was', async () => {
    const field = 'squeezed';
    const { findAll } = await showAppointments(AppointmentHistory, {
      providers: SCREEN,
      inputs: {
        source: 'panel',
        events: [
          step(null, { field, before: null, after: 'true' }),
          step('confirmed', { field, before: 'true', after: 'false' }),
        ],
      },
    });
    const lines = findAll('li').map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim());
    expect(lines[0]).toMatch(/^No longer beside another one Rita/);
    expect(lines[1]).toMatch(/Now beside another one Rita/);
  });
});
