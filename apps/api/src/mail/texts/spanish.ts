import type { LanguageTexts } from './language-texts';

export const SPANISH: LanguageTexts = {
  kinds: {
    invitation: {
      subject: 'Su cuenta en {business}',
      text: 'Hola, {name}:\n\nSe ha creado una cuenta para usted en {business}. Elija una contraseña aquí:\n\n{link}\n\nEl enlace sirve una vez, durante tres días.',
    },
    reset: {
      subject: 'Nueva contraseña para {business}',
      text: 'Hola, {name}:\n\nAlguien ha pedido una contraseña nueva para su cuenta en {business}. Elíjala aquí:\n\n{link}\n\nEl enlace sirve una vez, durante una hora. Si no fue usted, no haga nada: su contraseña sigue igual.',
    },
    security: {
      subject: '{business}: {what}',
      text: 'Hola, {name}:\n\n{what}\n\nSi fue usted, no tiene que hacer nada. Si no, cambie su contraseña y avise a un administrador.',
    },
    team: {
      subject: '{business}: {what}',
      text: 'Hola, {name}:\n\n{what}\n\n{link}\n\nEn su perfil elige de qué se le avisa.',
    },
    requested: {
      subject: 'Su solicitud: {date} a las {time}',
      text: 'Hola, {name}:\n\nHemos recibido su solicitud. La cita aún no está acordada; se la confirmaremos:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
    },
    booked: {
      subject: 'Su cita el {date} a las {time}',
      text: 'Hola, {name}:\n\nSu cita está reservada:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
    },
    confirmed: {
      subject: 'Confirmada: {date} a las {time}',
      text: 'Hola, {name}:\n\nSu cita está confirmada:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
    },
    declined: {
      subject: 'No es posible: {date} a las {time}',
      text: 'Hola, {name}:\n\nLamentablemente no podemos ofrecerle la cita que ha solicitado:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    moved: {
      subject: 'Su cita ha cambiado: {date} a las {time}',
      text: 'Hola, {name}:\n\nSu cita ha cambiado:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
    },
    cancelled: {
      subject: 'Cancelada: su cita del {date} a las {time}',
      text: 'Hola, {name}:\n\nQueda cancelado lo siguiente:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    restored: {
      subject: 'Sigue en pie: su cita del {date} a las {time}',
      text: 'Hola, {name}:\n\nLo siguiente sí tendrá lugar; la cancelación ya no vale:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
    },
    reminder: {
      subject: 'Recordatorio: {date} a las {time}',
      text: 'Hola, {name}:\n\nLe esperamos:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
    },
    offered: {
      subject: 'Hay una hora libre: {date} a las {time}',
      text: 'Hola, {name}:\n\nHa quedado libre una hora que usted espera:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nSe la guardamos hasta las {until}.\nAceptarla o rechazarla: {manage}\n\n{business}\n{address}\n{phone}',
    },
  },
  asks_contact: {
    subject: 'Confirme su cita: {date} a las {time}',
    text: 'Hola, {name}:\n\nEn nuestra página de reservas ha elegido:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nSe la guardamos hasta las {until}. Solo cuenta con este enlace:\n{manage}\n\nSi no ha sido usted, no haga nada.\n\n{business}\n{address}\n{phone}',
  },
  asks_waiting: {
    subject: 'Confirme que espera una hora libre',
    text: 'Hola, {name}:\n\nQuiere que le avisemos cuando quede una hora libre:\n\n{service}\n{date}\n{time}\n{resource}\n\nSolo estará en la lista de espera cuando lo confirme, antes de las {until}:\n{manage}\n\nSi no ha sido usted, no haga nada.\n\n{business}\n{address}\n{phone}',
  },
  asks_anew: {
    subject: 'Su solicitud de otra cita: {date} a las {time}',
    text: 'Hola, {name}:\n\nSu cita va a cambiar. La anterior ya no es válida; la nueva está solicitada y aún no confirmada:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nPara: {attendee}\n{price}\n\nVer, cambiar o cancelar: {manage}\n\n{business}\n{address}\n{phone}',
  },
  others: { one: 'y otra más', other: 'y {count} más' },
  unsubscribe: {
    question: '¿No recibir más recordatorios de citas por correo?',
    button: 'Sin recordatorios por correo',
    done: 'Los recordatorios por correo están desactivados. Seguirá recibiendo avisos de los cambios.',
  },
  notices: {
    password_changed: 'Se ha cambiado la contraseña de su cuenta.',
    totp_enabled: 'Se ha activado un segundo factor para su cuenta.',
    totp_disabled: 'Se ha desactivado el segundo factor de su cuenta.',
    email_changed: 'Se ha cambiado la dirección de correo de su cuenta.',
    new_device: 'Alguien ha entrado en su cuenta con un dispositivo que no se había usado antes.',
    key_made:
      'Un administrador ha creado una clave de API con la que los programas leen lo que usted dice a los asistentes de programación.',
    link_text_changed:
      'Un administrador ha cambiado el texto de los correos con enlaces para elegir una contraseña. Revíselo en Ajustes, Correo.',
    needs_human: 'Alguien pide hablar con una persona',
    mentioned: 'Un compañero le menciona en una nota',
    client_waits: 'Un cliente espera una respuesta',
    booking_waits: 'Una reserva espera confirmación',
    agent_silent: 'El agente de chat no responde y un cliente espera',
    weekly_report: 'Así fue la semana',
    backup_failed: 'Ha fallado una copia de seguridad',
    something_fails: 'Fallan correos, recordatorios, calendarios o webhooks',
  },
};
