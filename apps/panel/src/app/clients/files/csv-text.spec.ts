import type { ClientDto } from '@groupless/shared-dto';
import { clientsFile, csvLine } from './csv-text';

const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file);
  });

describe('a CSV file of clients', () => {
  it('quotes what would break its rows', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ' h'])).toBe('a,"b,c","d""e","f\ng"," h"\r\n');
  });

  it('has the columns of an export', async () => {
    const client: ClientDto = {
      id: 'c1',
      name: '=cmd()',
      phone: '+12125550123',
      extension: null,
      phone_as_given: null,
      shared_phone: null,
      shared_email: null,
      email_refused: null,
      language: null,
      no_reminders: [],
      external_ids: {},
      other_phones: [{ phone: '+12125550124', label: '' }],
      email: null,
      company: 'A, B',
      status: 'lead',
      source: 'chat',
      tags: ['vip', 'a,b'],
      notes: '',
      last_activity_at: null,
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
    };
    const [header, row] = (await textOf(clientsFile([client], 'semicolon')))
      .replace('\uFEFF', '')
      .split('\r\n');

    expect(header).toBe(
      'id;name;phone;email;company;status;source;tags;notes;last_activity_at;created_at;updated_at;extension;other_phones;language;phone_as_given;shared_phone;shared_email',
    );
    expect(row).toBe(
      `c1;'=cmd();(+1) 2125550123;;"A, B";lead;chat;"vip, a\\,b";;;2026-11-20T09:30:00.000Z;2026-11-20T09:30:00.000Z;;(+1) 2125550124;;;;`,
    );
  });
});
