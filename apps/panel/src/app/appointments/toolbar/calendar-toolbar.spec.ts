import { TestBed } from '@angular/core/testing';
import { showAppointments } from '../../../testing/appointments';
import { Appearance } from '../../i18n/appearance';
import { AppointmentsPage } from '../appointments-page';

afterEach(() => document.body.replaceChildren());

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ELSEWHERE = HERE === 'Pacific/Auckland' ? 'Europe/Vienna' : 'Pacific/Auckland';

async function show(query: string, time_zone: string): Promise<string> {
  const { text, pause, fixture } = await showAppointments(AppointmentsPage, {
    query: `view=agenda&${query}`,
  });
  await TestBed.inject(Appearance).adopt({ time_zone });
  await pause(20);
  fixture.detectChanges();
  return text();
}

describe('the own time of whoever looks', () => {
  it.each([
    ['is said to be that of another place, where the computer is elsewhere', 'zone=own', ELSEWHERE, true],
    ['is that of the computer without a word', 'zone=own', HERE, false],
    ['is not spoken of while times are those of the business', '', ELSEWHERE, false],
  ])('%s', async (_, query, own, isSaid) => {
    expect((await show(query, own)).includes(`Your computer is in ${HERE}.`)).toBe(isSaid);
  });
});
