import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { wordsToCorrect } from './near-words';

/** Candidates for a typed word. */
const MOST_VARIANTS = 5;

const NEAR = `
  select word from client_words where word ~ sort_name($1)
  group by word order by similarity(word, sort_name($2)) desc, word limit ${MOST_VARIANTS}`;

/** The words of the clients' names and companies, which a trigger keeps. */
@Injectable()
export class ClientWordsRepository {
  constructor(private readonly panel: PanelStatements) {}

  /**
   * The corrected search: for each word the stored words within one typing error.
   * @returns null if a word has none
   */
  async correct(search: string): Promise<string[][] | null> {
    const words = wordsToCorrect(search);
    if (words === null) return null;
    const variants = await Promise.all(
      words.map(async ({ text, pattern }) => (pattern === null ? [text] : this.wordsNear(pattern, text))),
    );
    return variants.every(({ length }) => length > 0) ? variants : null;
  }

  private async wordsNear(pattern: string, text: string): Promise<string[]> {
    const found = await this.panel.read<{ word: string }>({ text: NEAR }, [pattern, text]);
    return found.map(({ word }) => word);
  }
}
