import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from './languages';

const APP = join(__dirname, '..');

/** Other words for what the panel has a term for, and the term. */
const OTHER_WORDS: Record<Language, readonly [RegExp, string][]> = {
  en: [
    [/\bresources?\b/i, 'Person or room, with whom'],
    [/\bstate entr|^ *"State\b/i, 'Fact'],
    [/a session of an assistant account/i, 'Login of a coding assistant'],
    [/needs? a person|asks for a person/i, 'Needs a human'],
    [/made active/i, 'Set active'],
    [/\bOperators\b/, 'Team'],
    [/working hours/i, 'Opening hours'],
    [/\bfits?\b/i, 'Matches'],
    [/takes? (it )?away|\bis to be\b|\bgoes\b.* for good/i, 'Removes, must be, is deleted'],
    [/letter for letter|by the clock of|\ball the same\b|single keys/i, 'Exactly, in the time zone, anyway'],
  ],
  ru: [
    [/ресурс/i, 'Человек или помещение, к кому'],
    [/запис[а-я]+ состояния|^ *"Состояние/i, 'Факт'],
    [/незавершённ|невыполненн|выполненн(ые|ых) задач/i, 'Ожидает, Завершена'],
    [/взят оператором|ответить самому/i, 'Взять на себя'],
    [/(сеанс|сессия) учётной записи|учётные записи ассистента/i, 'Аккаунт ассистента и его сессия'],
    [/бизнес/i, 'Компания'],
    [/рабочи[ех] час/i, 'Часы работы'],
    [/\bтег/i, 'Метка'],
  ],
  de: [
    [/ressource/i, 'Person oder Raum, bei wem'],
    [/zustandseintr/i, 'Fakt'],
  ],
  es: [
    [/\brecursos?\b/i, 'Persona o sala, con quién'],
    [/entradas? de estado/i, 'Dato'],
  ],
  fr: [
    [/\bressources?\b/i, 'Personne ou salle, avec qui'],
    [/entrées? d’état/i, 'Fait'],
  ],
};

describe.each(LANGUAGES)('the texts in %s', (language) => {
  // The palette's words are other people's.
  const files = globSync(`**/i18n/{,log-in/}${language}.json`, {
    cwd: APP,
    exclude: ['layout/commands'],
  });

  it('of all screens are looked at', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  it.each(OTHER_WORDS[language])('do not say %s', (other) => {
    const found = files.flatMap((file) =>
      readFileSync(join(APP, file), 'utf8')
        .split('\n')
        .filter((line) => other.test(textOf(line)))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});

/** Without keys and places, whose names are those of the API. */
function textOf(line: string): string {
  return line.replaceAll(/"[^"]*":/g, '').replaceAll(/\{\{.*?\}\}/g, '');
}
