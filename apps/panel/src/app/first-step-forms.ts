import { inject, type Type } from '@angular/core';
import { FeatureTexts } from './i18n/feature-texts';
import { STEP_FORMS, type StepForms } from './layout/step-forms';
import { ACCOUNT_TEXTS } from './settings/accounts/account-texts';
import { CHAT_AGENT_TEXTS } from './settings/chat-agent/chat-agent-texts';
import { USER_TEXTS } from './users/user-texts';

/** What the dashboard's first steps and the questions before the first data open. A feature adds its form here. */
export const FIRST_STEP_FORMS = { provide: STEP_FORMS, useFactory: stepForms };

function stepForms(): StepForms {
  const texts = inject(FeatureTexts);
  const settings = async (): Promise<Type<unknown>> => {
    // Asked for at once: the first of them stands open on the first page of a new installation.
    const [{ SettingsStep }] = await Promise.all([
      import('./settings/chat-agent/first-step/settings-step'),
      texts.add('chat-agent', CHAT_AGENT_TEXTS),
    ]);
    return SettingsStep;
  };
  return {
    use: settings,
    name: settings,
    zone: settings,
    hours: settings,
    services: settings,
    country: settings,
    agent: async () => {
      await texts.add('chat-agent', CHAT_AGENT_TEXTS);
      return (await import('./settings/chat-agent/connection/agent-step')).AgentStep;
    },
    team: async () => {
      await texts.add('users', USER_TEXTS);
      return (await import('./users/invites/invite-step')).InviteStep;
    },
    attach: async () => {
      await texts.add('memory', (language) => import(`./memory/i18n/${language}.json`));
      return (await import('./memory/overview/attach-commands')).AttachCommands;
    },
    assistant: async () => {
      await texts.add('accounts', ACCOUNT_TEXTS);
      return (await import('./settings/accounts/sessions/session-step')).SessionStep;
    },
  };
}
