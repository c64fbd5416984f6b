import type { LanguageTexts } from './language-texts';

export const GERMAN: LanguageTexts = {
  kinds: {
    invitation: {
      subject: 'Ihr Zugang zu {business}',
      text: 'Guten Tag {name},\n\nfür Sie wurde bei {business} ein Zugang angelegt. Wählen Sie hier ein Passwort:\n\n{link}\n\nDer Link gilt einmal, drei Tage lang.',
    },
    reset: {
      subject: 'Neues Passwort für {business}',
      text: 'Guten Tag {name},\n\njemand hat ein neues Passwort für Ihren Zugang bei {business} angefordert. Wählen Sie es hier:\n\n{link}\n\nDer Link gilt einmal, eine Stunde lang. Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    },
    security: {
      subject: '{business}: {what}',
      text: 'Guten Tag {name},\n\n{what}\n\nWenn Sie das waren, ist nichts zu tun. Wenn nicht, ändern Sie Ihr Passwort und sagen Sie es einem Administrator.',
    },
    team: {
      subject: '{business}: {what}',
      text: 'Guten Tag {name},\n\n{what}\n\n{link}\n\nWorüber Sie Nachricht bekommen, wählen Sie in Ihrem Profil.',
    },
    requested: {
      subject: 'Ihre Anfrage: {date} um {time}',
      text: 'Guten Tag {name},\n\nIhre Anfrage ist angekommen. Der Termin ist noch nicht vereinbart, wir bestätigen ihn Ihnen:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
    },
    booked: {
      subject: 'Ihr Termin am {date} um {time}',
      text: 'Guten Tag {name},\n\nIhr Termin ist gebucht:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
    },
    confirmed: {
      subject: 'Bestätigt: {date} um {time}',
      text: 'Guten Tag {name},\n\nIhr Termin ist bestätigt:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
    },
    declined: {
      subject: 'Leider nicht möglich: {date} um {time}',
      text: 'Guten Tag {name},\n\nden angefragten Termin können wir Ihnen leider nicht geben:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    moved: {
      subject: 'Ihr Termin hat sich geändert: {date} um {time}',
      text: 'Guten Tag {name},\n\nIhr Termin hat sich geändert:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
    },
    cancelled: {
      subject: 'Abgesagt: Ihr Termin am {date} um {time}',
      text: 'Guten Tag {name},\n\nFolgendes ist abgesagt:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    restored: {
      subject: 'Findet statt: Ihr Termin am {date} um {time}',
      text: 'Guten Tag {name},\n\nFolgendes findet doch statt, die Absage gilt nicht mehr:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
    },
    reminder: {
      subject: 'Erinnerung: {date} um {time}',
      text: 'Guten Tag {name},\n\nwir erwarten Sie:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
    },
    offered: {
      subject: 'Ein Termin ist frei: {date} um {time}',
      text: 'Guten Tag {name},\n\nein Termin, auf den Sie warten, ist frei geworden:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nEr ist bis {until} für Sie reserviert.\nNehmen oder ablehnen: {manage}\n\n{business}\n{address}\n{phone}',
    },
  },
  asks_contact: {
    subject: 'Bitte bestätigen: Ihr Termin am {date} um {time}',
    text: 'Guten Tag {name},\n\nauf unserer Buchungsseite haben Sie gewählt:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nDie Zeit ist bis {until} für Sie reserviert. Erst mit diesem Link gilt der Termin:\n{manage}\n\nWaren Sie es nicht, brauchen Sie nichts zu tun.\n\n{business}\n{address}\n{phone}',
  },
  asks_waiting: {
    subject: 'Bitte bestätigen: Ihr Platz auf der Warteliste',
    text: 'Guten Tag {name},\n\nSie möchten Bescheid bekommen, wenn ein Termin frei wird:\n\n{service}\n{date}\n{time}\n{resource}\n\nAuf der Warteliste stehen Sie erst, wenn Sie es bis {until} bestätigen:\n{manage}\n\nWaren Sie es nicht, brauchen Sie nichts zu tun.\n\n{business}\n{address}\n{phone}',
  },
  asks_anew: {
    subject: 'Ihre Anfrage für einen anderen Termin: {date} um {time}',
    text: 'Guten Tag {name},\n\nIhr Termin soll ein anderer werden. Der bisherige gilt nicht mehr; der neue ist angefragt und noch nicht bestätigt:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nFür: {attendee}\n{price}\n\nAnsehen, verschieben, absagen: {manage}\n\n{business}\n{address}\n{phone}',
  },
  others: { one: 'und ein weiterer', other: 'und {count} weitere' },
  unsubscribe: {
    question: 'Keine Erinnerungen an Termine mehr per E-Mail?',
    button: 'Keine Erinnerungen per E-Mail',
    done: 'Erinnerungen per E-Mail sind abgeschaltet. Von Änderungen Ihrer Termine hören Sie weiterhin.',
  },
  notices: {
    password_changed: 'Das Passwort Ihres Zugangs wurde geändert.',
    totp_enabled: 'Für Ihren Zugang wurde ein zweiter Faktor eingeschaltet.',
    totp_disabled: 'Der zweite Faktor Ihres Zugangs wurde ausgeschaltet.',
    email_changed: 'Die E-Mail-Adresse Ihres Zugangs wurde geändert.',
    new_device:
      'Jemand hat sich mit Ihrem Zugang auf einem Gerät angemeldet, das bisher nicht benutzt wurde.',
    key_made:
      'Ein Administrator hat einen API-Schlüssel erstellt, mit dem Programme lesen, was Sie Programmierassistenten sagen.',
    link_text_changed:
      'Jemand aus der Verwaltung hat den Text der Mails mit Links zum Setzen eines Passworts geändert. Sehen Sie ihn unter Einstellungen, Mail an.',
    needs_human: 'Jemand möchte mit einem Menschen sprechen',
    mentioned: 'Jemand aus dem Team nennt Sie in einer Notiz',
    client_waits: 'Eine Kundin oder ein Kunde wartet auf Antwort',
    booking_waits: 'Eine Buchung wartet auf Bestätigung',
    agent_silent: 'Der Chat-Agent schweigt, und ein Kunde wartet',
    weekly_report: 'So war die Woche',
    backup_failed: 'Eine Sicherung ist fehlgeschlagen',
    something_fails: 'Mails, Erinnerungen, Kalender oder Webhooks schlagen fehl',
  },
};
