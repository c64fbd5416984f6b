import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = join(__dirname, '../../../panel/src/app');
/** The folders of the features by the name of their texts, where they differ. */
const FOLDERS: Record<string, string> = {
  'chat-agent': 'settings/chat-agent',
  profile: 'settings/profile',
};

interface Texts {
  [key: string]: string | Texts;
}

/** The panel's own texts in a language, by key: what the tests look for is what the panel says. */
export function panelTexts(language: 'en' | 'ru'): (key: string, params?: Record<string, string>) => string {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(APP, folder, `${language}.json`), 'utf8')) as Texts;
  const [common, ofLogIn] = [read('i18n'), read('i18n/log-in')];
  return (key, params = {}) => {
    const parts = key.split('.');
    const [feature = ''] = parts;
    const isCommon = feature in common || feature in ofLogIn;
    const own = isCommon ? {} : { [feature]: read(join(FOLDERS[feature] ?? feature, 'i18n')) };
    const textIn = (texts: Texts) =>
      parts.reduce<string | Texts | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        texts,
      );
    const text = textIn(common) ?? textIn(ofLogIn) ?? textIn(own);
    if (typeof text !== 'string') throw new Error(`The panel has no text ${key}.`);
    return text.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => params[name] ?? '');
  };
}
