import type { InEach } from './in-each';

/** By table. */
export const HEADINGS: Readonly<Record<string, InEach>> = {
  clients: ['Profile', 'Профиль', 'Profil', 'Perfil', 'Profil'],
  client_changes: [
    'Changes of the profile',
    'Изменения профиля',
    'Änderungen des Profils',
    'Cambios del perfil',
    'Modifications du profil',
  ],
  client_merges: [
    'Other entries of the person, joined with this one',
    'Другие записи об этом человеке, объединённые с этой',
    'Andere Einträge der Person, mit diesem zusammengeführt',
    'Otras fichas de la persona, unidas a esta',
    'Autres fiches de la personne, réunies avec celle-ci',
  ],
  client_import_rows: [
    'Imports from files',
    'Импорт из файлов',
    'Importe aus Dateien',
    'Importaciones de archivos',
    'Importations de fichiers',
  ],
  appointments: ['Appointments', 'Записи на приём', 'Termine', 'Citas', 'Rendez-vous'],
  appointment_events: [
    'Changes of appointments',
    'Изменения записей на приём',
    'Änderungen von Terminen',
    'Cambios de citas',
    'Modifications de rendez-vous',
  ],
  conversations: ['Conversations', 'Переписки', 'Gespräche', 'Conversaciones', 'Conversations'],
  conversation_events: [
    'What happened to conversations',
    'Что происходило с переписками',
    'Was mit Gesprächen geschah',
    'Qué pasó con las conversaciones',
    'Ce qui est arrivé aux conversations',
  ],
  conversation_notes: [
    'Notes of the team in conversations',
    'Заметки команды в переписках',
    'Notizen des Teams in Gesprächen',
    'Notas del equipo en conversaciones',
    "Notes de l'équipe dans les conversations",
  ],
  chat_history: ['Messages', 'Сообщения', 'Nachrichten', 'Mensajes', 'Messages'],
  taken_back_replies: [
    'Replies that were taken back',
    'Отозванные ответы',
    'Zurückgenommene Antworten',
    'Respuestas retiradas',
    'Réponses retirées',
  ],
  chat_reminders: [
    'Reminders in chats',
    'Напоминания в чатах',
    'Erinnerungen in Chats',
    'Recordatorios en chats',
    'Rappels dans les chats',
  ],
  told_appointments: [
    'What the person was last told of appointments',
    'Что человеку последним сообщили о записях',
    'Was der Person zuletzt über Termine mitgeteilt wurde',
    'Lo último que se comunicó a la persona sobre sus citas',
    'Ce que la personne a su en dernier de ses rendez-vous',
  ],
  mails: ['Mails', 'Письма', 'E-Mails', 'Correos', 'E-mails'],
};
