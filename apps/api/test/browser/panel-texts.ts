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
    JSON.parse(readFileSync(join(APP, folder, 'i18n', `${language}.json`), 'utf8')) as Texts;
  const common = read('');
  return (key, params = {}) => {
    const [feature = '', ...rest] = key.split('.');
    const texts = feature in common ? common[feature] : read(FOLDERS[feature] ?? feature);
    const text = rest.reduce<string | Texts | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      texts,
    );
    if (typeof text !== 'string') throw new Error(`The panel has no text ${key}.`);
    return text.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => params[name] ?? '');
  };
}
