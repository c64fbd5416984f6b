import { POISONED_TEXTS } from '../../../../test/harness/fence/poisoned-texts';
import { atOnce } from '../../../shared/time-slices';
import { findOrder } from './find-order';
import { ORDER_RULES } from './order-rules';

const HARMLESS = [
  'Ignore case in search; the earlier index had two rules for accents. Added tests for forgotten passwords.',
  'The system prompt of the demo moved to its own file, and instructions for new developers stand in the README.',
  'Decided to skip the confirmation dialog for drafts, because users asked for it twice. Delete removes the row.',
  'Run the tests before you push: npm test. The deploy script asks for the token of the server.',
  'Wir haben alle Aufgaben der Woche erledigt; die Anweisungen für den Kunden liegen im Ordner.',
  'Se eliminaron las tareas duplicadas y el usuario puede borrar sus datos desde el perfil.',
  'Les consignes de déploiement ont changé ; la tâche suivante est de renouveler le certificat.',
  'Удалили старые задачи, исправили ошибку в инструкции по установке и обновили пакет.',
  'From now on releases are made on Mondays. Always pin versions; never commit secrets.',
  'Send the invoice to ada@example.org and upload the new logo to the server.',
];

describe('texts that give orders to a model', () => {
  it.each(ORDER_RULES.flatMap(({ name, examples }) => examples.map((example) => [name, example])))(
    '%s: %s',
    (name, example) => {
      expect(atOnce(findOrder([example]))).toBe(name);
    },
  );

  it('are found in at least 95 % of 200 poisoned texts, of 12 classes in five languages, split and encoded', () => {
    expect(POISONED_TEXTS).toHaveLength(200);
    const missed = POISONED_TEXTS.filter(({ texts }) => atOnce(findOrder(texts)) === null);
    expect(missed.map(({ name }) => name).slice(10)).toEqual([]);
  });

  it.each(HARMLESS)('leaves alone: %s', (text) => {
    expect(atOnce(findOrder([text]))).toBeNull();
  });

  it('are looked for in short steps', () => {
    const text = 'Der Server zog um: https://example.com/%41?q=YWJjYWJjYWJjYWJjYWJjYWJj&#65; 0рder. '.repeat(
      1_600,
    );
    const longest = () => {
      let longest = 0;
      const steps = findOrder([text]);
      for (let done: boolean | undefined = false; done !== true;) {
        const before = process.cpuUsage();
        done = steps.next().done;
        const { user, system } = process.cpuUsage(before);
        longest = Math.max(longest, user + system);
      }
      return longest;
    };
    expect(Math.min(...Array.from({ length: 8 }, longest))).toBeLessThan(25_000);
  });

  it('are looked for in a time in proportion to the length, whatever the text', () => {
    const parts = [
      'ignore ',
      'ignore all ',
      'a',
      'i g n ',
      '%41',
      '&#65;',
      'a1',
      '\u0430a ',
      '<',
      '[inst',
      'curl ',
      'YWJj',
      '4142',
      'не ',
      'do not ',
      '\n',
      '\n ',
      '\n\t#',
      'system',
      '\nsystem',
      '\nsystem:',
      '\nsystem: a ',
      '![',
    ];
    const isSlow = (text: string) => {
      // CPU time: how long it takes by the clock depends on what else the machine does.
      const before = process.cpuUsage();
      atOnce(findOrder([text]));
      const { user, system } = process.cpuUsage(before);
      return user + system > 250_000;
    };
    // White space behind a word that a rule begins with, too.
    const texts = [
      ...parts.map((part) => part.repeat(65_536).slice(0, 65_536)),
      ...['system', 'system message', 'system: a', 'rm -r', 'bash -i', 'node -e'].map(
        (word) => `\n${word}${' '.repeat(65_536)}`,
      ),
    ];
    expect(texts.filter((text) => isSlow(text) && isSlow(text)).map((text) => text.slice(0, 20))).toEqual([]);
  });
});
