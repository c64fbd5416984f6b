import { plain } from '../import/column-map';

/** What a column of a list of appointments can be. */
export const APPOINTMENT_FIELDS = [
  ...(['date', 'start', 'end', 'duration', 'client', 'first_name', 'last_name'] as const),
  ...(['phone', 'email', 'service', 'resource', 'title', 'notes', 'external_id'] as const),
] as const;
export type AppointmentField = (typeof APPOINTMENT_FIELDS)[number];

/** For each column of the file the field that it fills; null: none. */
export type AppointmentColumns = readonly (AppointmentField | null)[];

/** What columns are called, without signs and case. */
const NAMES: Readonly<Record<AppointmentField, RegExp>> = {
  date: /^(?:date|day|datum|tag|termindatum|startdate|startdatum|beginntam|fecha|data|дата|деньзаписи|датаначала)$/,
  start:
    /^(?:start|starts|startsat|starttime|startdatetime|time|from|begin|beginn|beginnt|beginntum|uhrzeit|zeit|von|startzeit|termin|appointment|heure|hora|начало|время|с)$/,
  end: /^(?:end|ends|endsat|endtime|enddatetime|to|until|ende|endet|endetum|bis|endzeit|fin|конец|окончание|до)$/,
  duration:
    /^(?:duration|durationminutes|length|minutes|min|dauer|dauermin|dauerinminuten|minuten|durée|duración|длительность|минуты)$/,
  client:
    /^(?:client|clientname|customer|customername|name|fullname|invitee|inviteename|guest|attendee|patient|patientin|patientenname|kunde|kundin|kundenname|klient|klientin|gast|клиент|пациент|имя|фио)$/,
  first_name: /^(?:firstname|givenname|clientfirstname|vorname|prénom|nombre)$/,
  last_name:
    /^(?:lastname|surname|familyname|clientlastname|nachname|familienname|zuname|apellidos?|фамилия)$/,
  phone:
    /^(?:phone|phonenumber|mobile|mobilephone|telephone|tel|telefon|telefonnummer|handy|mobil|mobiltelefon|clientphone|téléphone|teléfono|телефон|номертелефона)$/,
  email: /^(?:email|emailaddress|emailadresse|mail|clientemail|inviteeemail|почта|электроннаяпочта)$/,
  service:
    /^(?:services?|treatment|eventtype|eventtypename|appointmenttype|leistung(?:en)?|behandlung|terminart|servicio|услуга|услуги)$/,
  resource:
    /^(?:resource|staff|staffmember|teammember|employee|provider|practitioner|therapist|therapeut|therapeutin|behandler|behandlerin|mitarbeiter|mitarbeiterin|employé|empleado|мастер|специалист|сотрудник|врач)$/,
  title: /^(?:title|subject|summary|betreff|titel|тема|название)$/,
  notes:
    /^(?:notes?|comments?|description|notiz|notizen|bemerkung|bemerkungen|anmerkung|anmerkungen|beschreibung|заметки?|комментарий|примечание|описание)$/,
  external_id: /^(?:externalid|uid|appointmentid|bookingid|terminid)$/,
};

/** The most likely field of each column, each once. Without a client, a subject names it, as calendars write it. */
export function guessedColumns(header: readonly string[]): AppointmentColumns {
  const taken = new Set<AppointmentField>();
  const guessed = header.map((heading) => {
    const name = plain(heading);
    const field = APPOINTMENT_FIELDS.find((one) => !taken.has(one) && NAMES[one].test(name)) ?? null;
    if (field !== null) taken.add(field);
    return field;
  });
  if (namesClient(guessed)) return guessed;
  return guessed.map((field) => (field === 'title' ? 'client' : field));
}

export function namesClient(columns: AppointmentColumns): boolean {
  return (['client', 'first_name', 'last_name'] as const).some((field) => columns.includes(field));
}

/** Whether it is known of each row when it is, and for whom. */
export function isEnough(columns: AppointmentColumns): boolean {
  return namesClient(columns) && (columns.includes('start') || columns.includes('date'));
}

/** With another field for one column: who had it has none. */
export function withColumn(
  columns: AppointmentColumns,
  index: number,
  field: AppointmentField | null,
): AppointmentColumns {
  return columns.map((before, place) => (place === index ? field : before === field ? null : before));
}
