import type { LanguageTexts } from './language-texts';

export const RUSSIAN: LanguageTexts = {
  kinds: {
    invitation: {
      subject: 'Ваша учётная запись в {business}',
      text: 'Здравствуйте, {name}!\n\nДля вас создана учётная запись в {business}. Выберите пароль здесь:\n\n{link}\n\nСсылка действует один раз, в течение трёх дней.',
    },
    reset: {
      subject: 'Новый пароль для {business}',
      text: 'Здравствуйте, {name}!\n\nКто-то запросил новый пароль для вашей учётной записи в {business}. Выберите его здесь:\n\n{link}\n\nСсылка действует один раз, в течение часа. Если это были не вы, ничего не делайте: пароль останется прежним.',
    },
    security: {
      subject: '{business}: {what}',
      text: 'Здравствуйте, {name}!\n\n{what}\n\nЕсли это были вы, делать ничего не нужно. Если нет, смените пароль и сообщите администратору.',
    },
    team: {
      subject: '{business}: {what}',
      text: 'Здравствуйте, {name}!\n\n{what}\n\n{link}\n\nО чём вам сообщать, выбирается в вашем профиле.',
    },
    requested: {
      subject: 'Ваша заявка: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nМы получили вашу заявку. Время ещё не согласовано, мы его подтвердим:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
    },
    booked: {
      subject: 'Ваша запись: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nВы записаны:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
    },
    confirmed: {
      subject: 'Подтверждено: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nВаша запись подтверждена:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
    },
    declined: {
      subject: 'Не получается: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nК сожалению, мы не можем записать вас на это время:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    moved: {
      subject: 'Ваша запись изменена: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nВаша запись изменилась:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
    },
    cancelled: {
      subject: 'Отменено: запись {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nОтменено:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\n{reason}\n\n{business}\n{address}\n{phone}',
    },
    restored: {
      subject: 'Запись в силе: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nСнова в силе, отмена больше не действует:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
    },
    reminder: {
      subject: 'Напоминание: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nЖдём вас:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
    },
    offered: {
      subject: 'Освободилось время: {date}, {time}',
      text: 'Здравствуйте, {name}!\n\nОсвободилось время, которого вы ждёте:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nОно придержано для вас до {until}.\nЗаписаться или отказаться: {manage}\n\n{business}\n{address}\n{phone}',
    },
  },
  asks_contact: {
    subject: 'Подтвердите запись: {date}, {time}',
    text: 'Здравствуйте, {name}!\n\nНа нашей странице записи вы выбрали:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\n\nВремя придержано для вас до {until}. Запись действует только после подтверждения по ссылке:\n{manage}\n\nЕсли это были не вы, ничего делать не нужно.\n\n{business}\n{address}\n{phone}',
  },
  asks_waiting: {
    subject: 'Подтвердите, что ждёте свободного времени',
    text: 'Здравствуйте, {name}!\n\nВы хотите узнать, когда освободится время:\n\n{service}\n{date}\n{time}\n{resource}\n\nВ листе ожидания вы будете только после подтверждения, до {until}:\n{manage}\n\nЕсли это были не вы, ничего делать не нужно.\n\n{business}\n{address}\n{phone}',
  },
  asks_anew: {
    subject: 'Ваша заявка на другое время: {date}, {time}',
    text: 'Здравствуйте, {name}!\n\nВаша запись должна измениться. Прежняя больше не действует; новая запрошена и ещё не подтверждена:\n\n{service}\n{date}, {time}\n{duration}\n{resource}\nДля: {attendee}\n{price}\n\nПосмотреть, перенести, отменить: {manage}\n\n{business}\n{address}\n{phone}',
  },
  others: { one: 'и ещё одна', other: 'и ещё {count}' },
  unsubscribe: {
    question: 'Больше не присылать напоминания о записях по почте?',
    button: 'Без напоминаний по почте',
    done: 'Напоминания по почте отключены. Об изменениях записей мы по-прежнему сообщим.',
  },
  notices: {
    password_changed: 'Пароль вашей учётной записи изменён.',
    totp_enabled: 'Для вашей учётной записи включён второй фактор.',
    totp_disabled: 'Второй фактор вашей учётной записи выключен.',
    email_changed: 'Адрес почты вашей учётной записи изменён.',
    new_device: 'Кто-то вошёл в вашу учётную запись с устройства, которое раньше не использовалось.',
    key_made:
      'Администратор создал ключ API, с которым программы читают то, что вы говорите помощникам по программированию.',
    link_text_changed:
      'Администратор изменил текст писем со ссылками для выбора пароля. Посмотрите его в разделе «Настройки», «Почта».',
    needs_human: 'Просят позвать человека',
    mentioned: 'Коллега упоминает вас в заметке',
    client_waits: 'Клиент ждёт ответа',
    booking_waits: 'Запись ждёт подтверждения',
    agent_silent: 'Чат-агент молчит, а клиент ждёт',
    weekly_report: 'Как прошла неделя',
    backup_failed: 'Резервная копия не создана',
    something_fails: 'Не доходят письма или напоминания, не читаются календари или не работают вебхуки',
  },
};
