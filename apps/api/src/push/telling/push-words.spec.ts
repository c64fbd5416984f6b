import { MAIL_LANGUAGES, NOTIFICATION_KINDS } from '@groupless/shared-dto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { payloadOf, textOf, TITLES } from './push-words';

const PANEL_TEXTS = join(process.cwd(), 'apps/panel/src/app/layout/notifications/i18n');
const reader = { locale: 'de-AT', formats: null, push_names: true };
const shown = (name: string) => ({ id: '0199', name, starts_at: null });

describe('what devices are told', () => {
  it.each(MAIL_LANGUAGES)('is called in %s as the open panel calls it', (language) => {
    const { kinds } = JSON.parse(readFileSync(join(PANEL_TEXTS, `${language}.json`), 'utf8')) as {
      kinds: Record<string, string>;
    };
    expect(TITLES[language]).toEqual(kinds);
  });

  it('is in the language of who reads it, and has the form that Angular’s worker shows and opens', () => {
    const text = textOf('needs_human', [shown('Anna')], 1, reader, 'Europe/Vienna');
    expect(JSON.parse(payloadOf(text))).toEqual({
      notification: {
        title: 'Ein Gespräch braucht einen Menschen',
        body: 'Anna',
        tag: 'needs_human /conversations/0199',
        icon: '/icon-192.png',
        data: {
          onActionClick: { default: { operation: 'focusLastFocusedOrOpen', url: '/conversations/0199' } },
        },
      },
    });
  });

  it.each(MAIL_LANGUAGES)('has in %s one length, whatever it is', (locale) => {
    const five = Array.from({ length: 5 }, () => shown('Ein recht langer Name von jemandem'));
    const sizes = NOTIFICATION_KINDS.flatMap((kind) =>
      [[], [shown('Anna')], five].map((some) => {
        const text = textOf(kind, some, some.length, { ...reader, locale }, 'Europe/Vienna');
        return Buffer.byteLength(payloadOf(text));
      }),
    );
    expect(new Set(sizes)).toEqual(new Set([1_024]));
  });
});
