import { DatabaseSync } from 'node:sqlite';

/** SQLite's full-text search with BM25, in memory: the baseline for the product's search. */
export function openFts5(documents) {
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table documents using fts5(body, tokenize = 'porter unicode61')`);
  const insert = db.prepare('insert into documents (rowid, body) values (?, ?)');
  db.exec('begin');
  documents.forEach((document, index) => insert.run(index + 1, document));
  db.exec('commit');
  const select = db.prepare(
    'select rowid from documents where documents match ? order by bm25(documents) limit 10',
  );
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return select.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ rowid }) => rowid - 1);
  };
}
