import type { QueryRunner } from 'typeorm';
import { isKnownLanguage, languageNamed } from '../../../platform/validation/languages';
import { Step } from '../step';

/** Where languages are stored: which there are, and how one becomes another. */
const STORED = [
  [
    'select distinct language from clients where language is not null',
    'update clients set language = $1 where language = $2',
  ],
  [
    'select language from chat_agent_settings',
    'update chat_agent_settings set language = $1 where language = $2',
  ],
] as const;

/** A language that was stored by its name (`deutsch`) has its tag. One that is not known stays as it is. */
export class NameLanguagesByTags1796710000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const [list, change] of STORED) {
      const stored = (await runner.query(list)) as { language: string }[];
      for (const { language } of stored) {
        const tag = isKnownLanguage(language) ? null : languageNamed(language);
        if (tag !== null) await runner.query(change, [tag, language]);
      }
    }
  }
}
