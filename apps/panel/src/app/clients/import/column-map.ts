import { CLIENT_COLUMNS, type ClientColumn } from '@groupless/shared-dto';

/** What a column of a file can be: a field of a client, or a part of the name. */
export const IMPORT_FIELDS = ['first_name', 'middle_name', 'last_name', ...CLIENT_COLUMNS] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** For each column of a file the field that it fills; null: it is left out. */
export type ColumnMap = readonly (ImportField | null)[];

/** Those that several columns can fill together: a landline and a mobile, two notes. */
const SEVERAL: readonly ImportField[] = ['phone', 'email', 'tags', 'notes'];
const NAME_PARTS: readonly (ImportField | null)[] = ['first_name', 'middle_name', 'last_name'];

/** What columns are called elsewhere, without signs and case. */
const OTHER_NAMES: Partial<Record<ImportField, readonly string[]>> = {
  first_name: [
    ...[
      'firstname',
      'givenname',
      'forename',
      'fname',
      'vorname',
      'vornamen',
      'rufname',
      'prénom',
      'nombre',
      'nome',
    ],
    ...['clientfirstname', 'customerfirstname', 'inviteefirstname'],
  ],
  middle_name: ['middlename', 'additionalname', 'weiterevornamen', 'отчество'],
  last_name: [
    ...['clientlastname', 'customerlastname', 'inviteelastname', 'lname', 'nom', 'apellido'],
    'lastname',
    'surname',
    'familyname',
    'nachname',
    'familienname',
    'zuname',
    'apellidos',
    'cognome',
    'фамилия',
  ],
  name: [
    ...[
      'fullname',
      'displayname',
      'client',
      'clientname',
      'customer',
      'customername',
      'contact',
      'contactname',
    ],
    ...[
      'invitee',
      'inviteename',
      'guest',
      'guestname',
      'patient',
      'patientin',
      'patientenname',
      'kunde',
      'kundin',
    ],
    ...['kundenname', 'klient', 'klientin', 'gast', 'имя', 'фио', 'имяифамилия', 'клиент', 'пациент'],
  ],
  phone: [
    'phonenumber',
    'telephone',
    'tel',
    'mobile',
    'cell',
    'gsm',
    'portable',
    'téléphone',
    'teléfono',
    'móvil',
    'cellulare',
    'textremindernumber',
    'телефон',
    'номер',
    'номертелефона',
  ],
  email: [
    ...['inviteeemail', 'clientemail', 'customeremail', 'emailid', 'courriel', 'correo', 'correoelectrónico'],
    ...['mail', 'emailaddress', 'почта', 'электроннаяпочта', 'элпочта'],
  ],
  company: [
    'organization',
    'organisation',
    'organizationname',
    'organization1name',
    'companyname',
    'associatedcompany',
    'firm',
    ...['firma', 'firmenname', 'unternehmen', 'société', 'empresa', 'azienda', 'business', 'employer'],
    'компания',
    'организация',
    'фирма',
  ],
  status: ['state', 'статус'],
  source: ['origin', 'источник'],
  tags: [
    ...[
      'tag',
      'customertags',
      'clienttags',
      'gruppe',
      'gruppen',
      'schlagworte',
      'stichworte',
      'étiquettes',
      'groups',
    ],
    'labels',
    'groups',
    'groupmembership',
    'categories',
    'kategorien',
    'категории',
    'метки',
    'теги',
  ],
  notes: [
    ...[
      'note',
      'comment',
      'comments',
      'remark',
      'remarks',
      'memo',
      'clientnotes',
      'customernotes',
      'notizen',
      'notiz',
    ],
    ...[
      'bemerkung',
      'bemerkungen',
      'anmerkung',
      'anmerkungen',
      'kommentar',
      'kommentare',
      'hinweis',
      'hinweise',
    ],
    ...[
      'remarque',
      'remarques',
      'notas',
      'заметки',
      'комментарий',
      'комментарии',
      'примечание',
      'примечания',
    ],
  ],
  language: ['sprache', 'langue', 'idioma', 'lingua', 'язык'],
  last_activity_at: ['lastactivity', 'lastseen', 'последняяактивность'],
  created_at: ['created', 'createdon', 'added', 'создан', 'добавлен'],
  updated_at: ['updated', 'modified', 'изменен', 'изменён'],
};

/**
 * `Phone 1 - Value` of Google, `Business Phone 2` of Outlook, `Mobile Phone Number` of HubSpot and their kind: numbers and
 * addresses of which a client can have several.
 */
const PATTERNS: readonly [ImportField, RegExp][] = [
  ['phone', /^phone\d+value$/],
  [
    'phone',
    /^(?:home|business|work|mobile|other|primary|main|office|companymain|car|private|second|alternative)?(?:tele)?phone(?:number)?\d*$/,
  ],
  ['phone', /^(?:tel|mobil|handy|festnetz|telefon)\p{L}*\d*$/u],
  ['phone', /^(?:mobilephonenumber|mobilenumber|cellphone|cellnumber|smsphonenumber|rufnummer)\d*$/],
  ['phone', /^(?:(?:рабочий|домашний|мобильный|сотовый|другой|основной|личный)телефон|телефон\p{L}+)\d*$/u],
  ['email', /^email\d+value$/],
  [
    'email',
    /^(?:work|home|other|primary|second|secondary|additional)?emails?(?:\d*(?:address(?:es)?|adresse))?\d*$/,
  ],
  ['email', /^адрес\d*(?:электроннойпочты|элпочты)\d*$/u],
];

/** The most likely field of each column. */
export function guessedMap(header: readonly string[]): ColumnMap {
  const names = header.map(plain);
  const isThere = (field: ImportField) => names.some((name) => OTHER_NAMES[field]?.includes(name) === true);
  const taken = new Set<ImportField>();
  const take = (field: ImportField | undefined): ImportField | null => {
    if (field === undefined || (taken.has(field) && !SEVERAL.includes(field))) return null;
    taken.add(field);
    return field;
  };
  const exact = names.map((name) => take(exactField(name, isThere)));
  const hasWholeName = taken.has('name');
  return names.map((name, index) => {
    if (exact[index] !== null) return exact[index] ?? null;
    const guess = guessOf(name, isThere);
    return guess !== undefined && NAME_PARTS.includes(guess) && hasWholeName ? null : take(guess);
  });
}

/**
 * A column that is called as its field is. In a German list with a `Vorname`, `Name` is the family's; beside a `Surname`
 * it is the first one.
 */
function exactField(name: string, isThere: (field: ImportField) => boolean): ImportField | undefined {
  const hasOtherPart = isThere('last_name') || isThere('middle_name');
  if (name === 'name' && isThere('first_name') !== hasOtherPart)
    return hasOtherPart ? 'first_name' : 'last_name';
  return CLIENT_COLUMNS.find((column) => plain(column) === name);
}

function guessOf(name: string, isThere: (field: ImportField) => boolean): ImportField | undefined {
  if (name === 'имя' && (isThere('last_name') || isThere('middle_name'))) return 'first_name';
  const known = IMPORT_FIELDS.find((field) => OTHER_NAMES[field]?.includes(name) === true);
  return known ?? PATTERNS.find(([, pattern]) => pattern.test(name))?.[0];
}

/**
 * With another field for one column. A field that only one column can fill is taken from the column that had it; the
 * whole name and its parts exclude each other.
 */
export function withField(map: ColumnMap, index: number, field: ImportField | null): ColumnMap {
  return map.map((before, place) => {
    if (place === index) return field;
    const isTwice = before === field && field !== null && !SEVERAL.includes(field);
    const isOtherName =
      field === 'name' ? NAME_PARTS.includes(before) : before === 'name' && NAME_PARTS.includes(field);
    return isTwice || isOtherName ? null : before;
  });
}

/** Whether each row gets a name from something. */
export function hasName(map: ColumnMap): boolean {
  return (['name', 'first_name', 'last_name', 'company'] as const).some((field) => map.includes(field));
}

/**
 * The columns that the API knows, in which the rows are sent.
 * @param updates whether clients who are there are changed: what a row says of notes takes the place of theirs
 * @param rest whether what fills no field goes into the notes
 */
export function columnsOf(map: ColumnMap, updates: boolean, rest: boolean): ClientColumn[] {
  const isSent = (column: ClientColumn) =>
    map.includes(column) ||
    (column === 'name' && hasName(map)) ||
    (column === 'other_phones' && map.includes('phone')) ||
    (column === 'notes' && (map.includes('email') || rest) && !updates);
  return CLIENT_COLUMNS.filter(isSent);
}

/** What of a column's heading tells of which kind its cells are, for a second number: `Business Phone`. */
export function labelColumn(header: readonly string[], index: number): number {
  const beginning = /^(.*)[-\s]+value$/i.exec(header[index]?.trim() ?? '')?.[1]?.trim();
  if (beginning === undefined) return -1;
  return header.findIndex((cell) => {
    const [, before] = /^(.*)[-\s]+(?:label|type)$/i.exec(cell.trim()) ?? [];
    return before?.trim() === beginning;
  });
}

/** Headings of what tells nothing of a client, or says of which kind another column is. */
const OF_NO_NOTE = /^(?:photo|picture|avatar|phonetic.*|.+(?:label|type))$/;

/** The columns that fill no field, and could go into the notes. */
export function columnsLeft(header: readonly string[], map: ColumnMap): number[] {
  return header.flatMap((heading, place) =>
    map[place] === null && heading.trim() !== '' && !OF_NO_NOTE.test(plain(heading)) ? [place] : [],
  );
}

/** Whether a column is called as notes are: then its heading says nothing more. */
export function isOfNotes(heading: string): boolean {
  const name = plain(heading);
  return name === 'notes' || OTHER_NAMES.notes?.includes(name) === true;
}

/** Whether a heading or a label is that of a mobile phone: of several numbers it is the one to call. */
export function isMobile(text: string): boolean {
  return /mobil|handy|cell|gsm|portable|m[oó]vil|iphone|моб|сот|переносн/i.test(text);
}

/** Whether a file can be sent as it is. A row of a company without a person needs a name, unless it has its id. */
export function isAsExpected(header: readonly string[], map: ColumnMap): boolean {
  if (map.includes('company') && !map.includes('id')) return false;
  return header.every((cell, index) => cell.trim().toLowerCase() === map[index]);
}

export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
