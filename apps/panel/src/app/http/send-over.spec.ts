import type { Versioned } from './api';
import { Problem } from './problem';
import { sendOver } from './send-over';

interface Row {
  name: string;
  notes: string;
}

const BEGUN: Versioned<Row> = { row: { name: 'Ada', notes: '' }, etag: '"1"' };
const refused = () => new Problem(412, { code: 'version_mismatch', detail: 'Changed since.' });

/** Sends a change of the notes to a server that has another version. */
async function sendNotes(theirs: Versioned<Row>) {
  const sent: (string | null)[] = [];
  const outcome = await sendOver(BEGUN, {
    send: ({ row, etag }) => {
      sent.push(etag);
      if (etag !== '"2"') return Promise.reject(refused());
      return Promise.resolve({ row: { ...row, notes: 'Typed' }, etag: '"3"' });
    },
    read: () => Promise.resolve(theirs),
    isFree: ({ notes }) => notes === BEGUN.row.notes,
  });
  return { sent, outcome };
}

describe('a change of what somebody else has changed since', () => {
  it('is sent again where that was another part, which stays', async () => {
    const { sent, outcome } = await sendNotes({ row: { name: 'Ada Lovelace', notes: '' }, etag: '"2"' });

    expect(sent).toEqual(['"1"', '"2"']);
    expect(outcome).toEqual({ stored: { row: { name: 'Ada Lovelace', notes: 'Typed' }, etag: '"3"' } });
  });

  it('is not sent over the same part', async () => {
    const theirs = { row: { name: 'Ada', notes: 'Theirs' }, etag: '"2"' };
    const { sent, outcome } = await sendNotes(theirs);

    expect(sent).toEqual(['"1"']);
    expect(outcome).toMatchObject({ theirs });
  });

  it('is refused where what is read is no newer', async () => {
    await expect(sendNotes(BEGUN)).rejects.toMatchObject({ code: 'version_mismatch' });
  });
});
