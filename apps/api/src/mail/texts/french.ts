import type { LanguageTexts } from './language-texts';

export const FRENCH: LanguageTexts = {
  kinds: {
    invitation: {
      subject: 'Votre compte chez {business}',
      text: 'Bonjour {name},\n\nun compte a été créé pour vous chez {business}. Choisissez un mot de passe ici :\n\n{link}\n\nLe lien est valable une fois, pendant trois jours.',
    },
    reset: {
      subject: 'Nouveau mot de passe pour {business}',
      text: "Bonjour {name},\n\nquelqu'un a demandé un nouveau mot de passe pour votre compte chez {business}. Choisissez-le ici :\n\n{link}\n\nLe lien est valable une fois, pendant une heure. Si ce n'était pas vous, ne faites rien : votre mot de passe reste le même.",
    },
    security: {
      subject: '{business} : {what}',
      text: "Bonjour {name},\n\n{what}\n\nSi c'était vous, il n'y a rien à faire. Sinon, changez votre mot de passe et prévenez un administrateur.",
    },
    team: {
      subject: '{business} : {what}',
      text: 'Bonjour {name},\n\n{what}\n\n{link}\n\nCe dont vous êtes averti se choisit dans votre profil.',
    },
    requested: {
      subject: 'Votre demande : {date} à {time}',
      text: 'Bonjour {name},\n\nvotre demande nous est parvenue. Le rendez-vous n’est pas encore convenu, nous vous le confirmerons :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
    },
    booked: {
      subject: 'Votre rendez-vous le {date} à {time}',
      text: 'Bonjour {name},\n\nvotre rendez-vous est réservé :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
    },
    confirmed: {
      subject: 'Confirmé : {date} à {time}',
      text: 'Bonjour {name},\n\nvotre rendez-vous est confirmé :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
    },
    declined: {
      subject: 'Pas possible : {date} à {time}',
      text: 'Bonjour {name},\n\nnous ne pouvons malheureusement pas vous proposer le rendez-vous demandé :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    moved: {
      subject: 'Votre rendez-vous a changé : {date} à {time}',
      text: 'Bonjour {name},\n\nvotre rendez-vous a changé :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
    },
    cancelled: {
      subject: 'Annulé : votre rendez-vous du {date} à {time}',
      text: 'Bonjour {name},\n\nce qui suit est annulé :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    restored: {
      subject: 'Maintenu : votre rendez-vous du {date} à {time}',
      text: 'Bonjour {name},\n\nce qui suit a bien lieu, l’annulation ne compte plus :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
    },
    reminder: {
      subject: 'Rappel : {date} à {time}',
      text: 'Bonjour {name},\n\nnous vous attendons :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
    },
    offered: {
      subject: 'Un créneau est libre : {date} à {time}',
      text: 'Bonjour {name},\n\nun créneau que vous attendez est libre :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nIl vous est réservé jusqu’à {until}.\nLe prendre ou le refuser : {manage}\n\n{business}\n{address}\n{phone}',
    },
  },
  asks_contact: {
    subject: 'Confirmez votre rendez-vous : {date} à {time}',
    text: 'Bonjour {name},\n\nvous avez choisi sur notre page de réservation :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nCe créneau vous est réservé jusqu’à {until}. Il ne compte qu’avec ce lien :\n{manage}\n\nSi ce n’était pas vous, ne faites rien.\n\n{business}\n{address}\n{phone}',
  },
  asks_waiting: {
    subject: 'Confirmez votre inscription sur la liste d’attente',
    text: 'Bonjour {name},\n\nvous souhaitez être prévenu quand un créneau se libère :\n\n{service}\n{date}\n{time}\n{resource}\n\nVous n’êtes sur la liste d’attente qu’après l’avoir confirmé, avant {until} :\n{manage}\n\nSi ce n’était pas vous, ne faites rien.\n\n{business}\n{address}\n{phone}',
  },
  asks_anew: {
    subject: 'Votre demande d’un autre rendez-vous : {date} à {time}',
    text: 'Bonjour {name},\n\nvotre rendez-vous doit changer. L’ancien ne compte plus ; le nouveau est demandé et pas encore confirmé :\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPour : {attendee}\n{price}\n\nVoir, déplacer ou annuler : {manage}\n\n{business}\n{address}\n{phone}',
  },
  others: { one: 'et un autre', other: 'et {count} autres' },
  unsubscribe: {
    question: 'Ne plus recevoir de rappels de rendez-vous par e-mail ?',
    button: 'Plus de rappels par e-mail',
    done: 'Les rappels par e-mail sont désactivés. Vous serez toujours informé des changements.',
  },
  notices: {
    password_changed: 'Le mot de passe de votre compte a été changé.',
    totp_enabled: 'Un second facteur a été activé pour votre compte.',
    totp_disabled: 'Le second facteur de votre compte a été désactivé.',
    email_changed: "L'adresse e-mail de votre compte a été changée.",
    new_device: "Quelqu'un s'est connecté à votre compte avec un appareil qui n'avait pas encore servi.",
    key_made:
      "Un administrateur a créé une clé d'API avec laquelle des programmes lisent ce que vous dites aux assistants de programmation.",
    link_text_changed:
      'Un administrateur a modifié le texte des e-mails qui contiennent des liens pour définir un mot de passe. Regardez-le dans Paramètres, E-mail.',
    needs_human: 'Quelqu’un demande une personne',
    mentioned: 'Un collègue vous mentionne dans une note',
    client_waits: 'Un client attend une réponse',
    booking_waits: 'Une réservation attend une confirmation',
    agent_silent: 'L’agent de chat se tait, et un client attend',
    weekly_report: 'Bilan de la semaine',
    backup_failed: 'Une sauvegarde a échoué',
    something_fails: 'Des e-mails, des rappels, des calendriers ou des webhooks échouent',
  },
};
