import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { AppointmentsApi } from '../crm/appointments-api';
import { attendeeOf } from '../crm/attendee';
import { AgentPause } from '../crm/agent-pause/agent-pause';
import { openPause } from '../crm/agent-pause/open-pause';
import { ResumeAgent } from '../crm/agent-pause/resume-agent';
import { CRM_TEXTS } from '../crm/crm-texts';
import { FeatureTexts } from '../i18n/feature-texts';
import { Formats } from '../i18n/formats';
import { Dialogs } from '../ui/dialogs/dialogs';
import type { Command, CommandSource } from '../layout/commands/commands';
import { matching } from '../layout/commands/frame-commands';
import { Session } from '../session/session';
import { subjectOf } from '../crm/subject';

const MOST = 6;

/** What the palette can do with appointments, and those that are found by words of client, subject and notes. */
export function appointmentCommands(): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const transloco = inject(TranslocoService);
  const texts = inject(FeatureTexts);
  const api = inject(AppointmentsApi);
  const formats = inject(Formats);
  const dialogs = inject(Dialogs);
  const pause = inject(AgentPause);
  const agent = inject(ResumeAgent);
  const go = (queryParams: Record<string, string>) => () =>
    void router.navigate(['/appointments'], { queryParams });
  const pauseOrResume = (): Command => {
    const label = transloco.translate(`crm.pause.${pause.current() === null ? 'ask' : 'resume_agent'}`);
    if (pause.current() === null)
      return { id: 'appointments:pause', label, run: () => void openPause(dialogs) };
    const words = transloco.translate('crm.pause.resume_words');
    return { id: 'appointments:resume', label, words, run: () => void agent.run() };
  };
  return {
    heading: 'nav.appointments',
    find: async (query) => {
      await texts.add('appointments', (language) => import(`./i18n/${language}.json`));
      await texts.add('crm', CRM_TEXTS);
      if (session.may('operator')) await pause.known();
      const text = (key: string) => transloco.translate(`appointments.${key}`);
      const commands = matching(query, [
        { id: 'appointments:today', label: text('palette_today'), run: go({ view: 'day' }) },
        {
          id: 'appointments:waiting-list',
          label: text('waiting_list'),
          run: () => void router.navigate(['/appointments/waiting-list']),
        },
        ...(session.may('operator')
          ? [
              { id: 'appointments:book', label: transloco.translate('crm.book'), run: go({ book: '1' }) },
              pauseOrResume(),
            ]
          : []),
      ]);
      const search = query.length < 2 ? Promise.resolve([]) : api.find(query, MOST);
      const found = await search.catch((error: unknown) => {
        // The commands need no server.
        if (commands.length > 0) return [];
        throw error;
      });
      const shown = found.map((one) => ({
        id: `appointment:${one.id}`,
        label: attendeeOf(one),
        hint: [subjectOf(one), formats.dateTime(one.starts_at)].filter(Boolean).join(', '),
        run: () => void router.navigate(['/appointments', one.id]),
      }));
      return [...commands, ...shown];
    },
  };
}
