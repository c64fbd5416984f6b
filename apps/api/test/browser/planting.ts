import type { ServedApp } from '../harness/apps/served-app';
import type { SignedInUser } from '../harness/data/panel-users';
import type { Written } from '../harness/hostile/text-fields';

/** Of the rows that the API answers, what the tests go on with. */
export interface Answer {
  /** A number in the memory. */
  id: string;
  conversation_id: string;
  session: { id: number };
  key: string;
}

type Method = 'get' | 'post' | 'put' | 'patch';

/** Sends texts to the API, and keeps what was sent, what was refused, and the addresses of some of the rows. */
export class Planting {
  readonly pages = new Set<string>();
  readonly written: Written[] = [];
  /** What, and why. */
  readonly refused: string[] = [];
  /** Of so many rows the page of one is kept. */
  private readonly each: number;

  constructor(
    readonly t: ServedApp,
    readonly admin: SignedInUser,
    readonly texts: readonly string[],
    pagesOfAKind: number,
  ) {
    this.each = Math.ceil(texts.length / pagesOfAKind);
  }

  /** As many texts as have room, from one on, each on a line of its own. */
  from(index: number, most: number): string {
    let text = this.texts[index % this.texts.length]!;
    for (let next = index + 1; next < index + this.texts.length; next++) {
      const longer = `${text}\n${this.texts[next % this.texts.length]!}`;
      if (longer.length > most) break;
      text = longer;
    }
    return text;
  }

  async send(
    method: Method,
    path: string,
    body?: object,
    headers: object = this.admin.bearer,
  ): Promise<Answer | null> {
    const { status, body: answered } = await this.t.http[method](path)
      .set(headers as Record<string, string>)
      .send(body);
    this.written.push({ path, body });
    if (status < 300) return answered as Answer;
    const { errors, detail } = answered as { errors?: unknown; detail?: string };
    const sent = JSON.stringify(body)?.slice(0, 200);
    this.refused.push(`${method} ${path}: ${status} ${JSON.stringify(errors ?? detail)} ${sent}`);
    return null;
  }

  isLookedAt(index: number): boolean {
    return index % this.each === 0;
  }

  /** Has the page looked at, if the row of this number is one of those. */
  isSeenAt(index: number, path: string): void {
    if (this.isLookedAt(index)) this.pages.add(path);
  }

  /** Likewise, unless the row was refused. */
  rowIsSeenAt(index: number, row: Answer | null, pathOf: (row: Answer) => string): void {
    if (row !== null) this.isSeenAt(index, pathOf(row));
  }
}

/** The panel's router takes brackets for its own. */
export const inAddress = (text: string) =>
  encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');

/** Without the white space that some fields refuse. */
export const asWord = (text: string) => text.replaceAll(/\s+/g, '/').slice(0, 200);

/** As names that stand in mails and in headers: without line breaks and other control characters. */
export const asLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** As much of it as may stand in quotation marks before the `@`. No two are alike. */
export const asEmail = (text: string, index: number) =>
  `"${index} ${text.replaceAll(/[^\x20-\x7e]|["\\]/g, '').slice(0, 50)}"@planted.example`;
