import { CreatePanel1795390000000 } from './migrations/panel/1795390000000-create-panel';
import { AddSkippedFirstSteps1795500000000 } from './migrations/panel/1795500000000-add-skipped-first-steps';
import { KeepMoreCounts1795600000000 } from './migrations/panel/1795600000000-keep-more-counts';
import { HoldBookingsByKey1796010000000 } from './migrations/panel/1796010000000-hold-bookings-by-key';
import { GiveAppointmentsALife1796020000000 } from './migrations/panel/1796020000000-give-appointments-a-life';
import { FoldResources1796030000000 } from './migrations/panel/1796030000000-fold-resources';
import { PauseAgent1796031000000 } from './migrations/panel/1796031000000-pause-agent';
import { DateFutureMessages1796040000000 } from './migrations/panel/1796040000000-date-future-messages';
import { PartNamespacesOfChats1796040200000 } from './migrations/panel/1796040200000-part-namespaces-of-chats';
import { TellWhoseChat1796050000000 } from './migrations/panel/1796050000000-tell-whose-chat';
import { KeepSeveralPhones1796060000000 } from './migrations/panel/1796060000000-keep-several-phones';
import { AddRoleDesk1796060000001 } from './migrations/panel/1796060000001-add-role-desk';
import { FindByTagsAndNotes1796060000002 } from './migrations/panel/1796060000002-find-by-tags-and-notes';
import { AddFormatsOfUsers1796070000000 } from './migrations/panel/1796070000000-add-formats-of-users';
import { DropContactLocks1796080000000 } from './migrations/panel/1796080000000-drop-contact-locks';
import { NameHookEvents1796080001000 } from './migrations/panel/1796080001000-name-hook-events';
import { SayWhoReported1796080002000 } from './migrations/panel/1796080002000-say-who-reported';
import { KeepWhatWasBefore1796100000000 } from './migrations/panel/1796100000000-keep-what-was-before';
import { KeepRequestKeys1796120000000 } from './migrations/panel/1796120000000-keep-request-keys';
import { TellMoreByHooks1796120001000 } from './migrations/panel/1796120001000-tell-more-by-hooks';
import { ImportIsOneEvent1796140000000 } from './migrations/panel/1796140000000-import-is-one-event';
import { ActivateByTool1796150000000 } from './migrations/panel/1796150000000-activate-by-tool';
import { CoverAppointmentCounts1796200000000 } from './migrations/panel/1796200000000-cover-appointment-counts';
import { BlockTimes1796215000000 } from './migrations/panel/1796215000000-block-times';
import { RepeatAppointments1796216000000 } from './migrations/panel/1796216000000-repeat-appointments';
import { ReadCalendars1796217000000 } from './migrations/panel/1796217000000-read-calendars';
import { KeepMail1796221000000 } from './migrations/panel/1796221000000-keep-mail';
import { MailWaitsAnew1796225000000 } from './migrations/panel/1796225000000-mail-waits-anew';
import { TellPeopleMore1796270000000 } from './migrations/panel/1796270000000-tell-people-more';
import { MendTelling1796282000000 } from './migrations/panel/1796282000000-mend-telling';
import { FollowErasures1796407000000 } from './migrations/panel/1796407000000-follow-erasures';
import { CountNumbersOfChats1796420000000 } from './migrations/panel/1796420000000-count-numbers-of-chats';
import { SayMoreToClients1796440000000 } from './migrations/panel/1796440000000-say-more-to-clients';
import { LeaveClientsUntold1796440001000 } from './migrations/panel/1796440001000-leave-clients-untold';
import { AskForNoReminders1796440002000 } from './migrations/panel/1796440002000-ask-for-no-reminders';
import { LeaveFormerResetLinks1796460000000 } from './migrations/panel/1796460000000-leave-former-reset-links';
import { KeepChanges1796490000000 } from './migrations/panel/1796490000000-keep-changes';
import { RotateKeys1796490001000 } from './migrations/panel/1796490001000-rotate-keys';
import { SettleWhatWasTold1796510000000 } from './migrations/panel/1796510000000-settle-what-was-told';
import { PointToWhatIsBooked1796530000000 } from './migrations/panel/1796530000000-point-to-what-is-booked';
import { TellServices1796530001000 } from './migrations/panel/1796530001000-tell-services';
import { SayMoreToMirrors1796540001000 } from './migrations/panel/1796540001000-say-more-to-mirrors';
import { BookOnAPage1796640000000 } from './migrations/panel/1796640000000-book-on-a-page';
import { GiveVisitsRooms1796670000000 } from './migrations/panel/1796670000000-give-visits-rooms';
import { ConfirmContacts1796730000000 } from './migrations/panel/1796730000000-confirm-contacts';
import { AskToConfirm1796757000000 } from './migrations/panel/1796757000000-ask-to-confirm';
import { MailToWhoBooked1796758000000 } from './migrations/panel/1796758000000-mail-to-who-booked';
import { MentionColleagues1796759000000 } from './migrations/panel/1796759000000-mention-colleagues';
import { NameImports1796761000000 } from './migrations/panel/1796761000000-name-imports';
import { TellFormerBookers1796762000000 } from './migrations/panel/1796762000000-tell-former-bookers';
import { SayWhatItIsFor1796763000000 } from './migrations/panel/1796763000000-say-what-it-is-for';
import { AuditWithoutPersons1796764000000 } from './migrations/panel/1796764000000-audit-without-persons';
import { NoteOpenedTimes1796740000000 } from './migrations/panel/1796740000000-note-opened-times';
import { ReadByEachUser1796741000000 } from './migrations/panel/1796741000000-read-by-each-user';
import { SumMonthsOfReports1796750000000 } from './migrations/panel/1796750000000-sum-months-of-reports';
import { ShareConversations1796752000000 } from './migrations/panel/1796752000000-share-conversations';
import { FindByNotes1796754000000 } from './migrations/panel/1796754000000-find-by-notes';
import { CountForReports1796720000000 } from './migrations/panel/1796720000000-count-for-reports';
import { ImportAppointments1796700000000 } from './migrations/panel/1796700000000-import-appointments';
import { NameLanguagesByTags1796710000000 } from './migrations/panel/1796710000000-name-languages-by-tags';
import { PushToDevices1796725000000 } from './migrations/panel/1796725000000-push-to-devices';
import { KeepClosuresOfWhoLeft1796680000000 } from './migrations/panel/1796680000000-keep-closures-of-who-left';
import { WaitForTimes1796690000000 } from './migrations/panel/1796690000000-wait-for-times';
import { AgreeToPrivacy1796650000000 } from './migrations/panel/1796650000000-agree-to-privacy';
import { KeepAgentsOnGrid1796540000000 } from './migrations/panel/1796540000000-keep-agents-on-grid';
import { EraseClients1796550000000 } from './migrations/panel/1796550000000-erase-clients';
import { TellChangedLengths1796560000000 } from './migrations/panel/1796560000000-tell-changed-lengths';
import { TellEachClient1796570000000 } from './migrations/panel/1796570000000-tell-each-client';
import { KeepForMonths1796580000000 } from './migrations/panel/1796580000000-keep-for-months';
import { KeepImports1796620000000 } from './migrations/panel/1796620000000-keep-imports';
import { FollowWaits1796630001000 } from './migrations/panel/1796630001000-follow-waits';
import { SayWhoWaits1796630000000 } from './migrations/panel/1796630000000-say-who-waits';
import { RememberOwnersOfKeys1796291000000 } from './migrations/panel/1796291000000-remember-owners-of-keys';
import { KeepWhatWasTold1796404000000 } from './migrations/panel/1796404000000-keep-what-was-told';
import { AskForTheCountry1796406000000 } from './migrations/panel/1796406000000-ask-for-the-country';
import { VersionMovedNotes1796140001000 } from './migrations/panel/1796140001000-version-moved-notes';
import { AddSchedules1796210000000 } from './migrations/panel/1796210000000-add-schedules';
import { OwnKeys1796255000000 } from './migrations/panel/1796255000000-own-keys';
import { KeepKeysOfLeavers1796405000000 } from './migrations/panel/1796405000000-keep-keys-of-leavers';
import { ListWhatCanBeBooked1796480000000 } from './migrations/panel/1796480000000-list-what-can-be-booked';
import { KeepOlderKeys1796660000000 } from './migrations/panel/1796660000000-keep-older-keys';
import { emptied } from './migrations/step';

export const PANEL_MIGRATIONS = [
  CreatePanel1795390000000,
  AddSkippedFirstSteps1795500000000,
  KeepMoreCounts1795600000000,
  HoldBookingsByKey1796010000000,
  GiveAppointmentsALife1796020000000,
  FoldResources1796030000000,
  PauseAgent1796031000000,
  DateFutureMessages1796040000000,
  PartNamespacesOfChats1796040200000,
  TellWhoseChat1796050000000,
  KeepSeveralPhones1796060000000,
  AddRoleDesk1796060000001,
  FindByTagsAndNotes1796060000002,
  emptied('TieByFurtherPhones1796069000000'),
  AddFormatsOfUsers1796070000000,
  DropContactLocks1796080000000,
  NameHookEvents1796080001000,
  SayWhoReported1796080002000,
  KeepWhatWasBefore1796100000000,
  emptied('FollowNumbersThatMoved1796101000000'),
  KeepRequestKeys1796120000000,
  TellMoreByHooks1796120001000,
  ImportIsOneEvent1796140000000,
  VersionMovedNotes1796140001000,
  ActivateByTool1796150000000,
  CoverAppointmentCounts1796200000000,
  AddSchedules1796210000000,
  BlockTimes1796215000000,
  RepeatAppointments1796216000000,
  ReadCalendars1796217000000,
  emptied('FollowRenamedBusyTimes1796218000000'),
  emptied('CreateJobs1796220000000'),
  KeepMail1796221000000,
  MailWaitsAnew1796225000000,
  OwnKeys1796255000000,
  TellPeopleMore1796270000000,
  MendTelling1796282000000,
  RememberOwnersOfKeys1796291000000,
  KeepWhatWasTold1796404000000,
  KeepKeysOfLeavers1796405000000,
  AskForTheCountry1796406000000,
  FollowErasures1796407000000,
  CountNumbersOfChats1796420000000,
  SayMoreToClients1796440000000,
  LeaveClientsUntold1796440001000,
  AskForNoReminders1796440002000,
  LeaveFormerResetLinks1796460000000,
  ListWhatCanBeBooked1796480000000,
  KeepChanges1796490000000,
  RotateKeys1796490001000,
  SettleWhatWasTold1796510000000,
  PointToWhatIsBooked1796530000000,
  TellServices1796530001000,
  KeepAgentsOnGrid1796540000000,
  SayMoreToMirrors1796540001000,
  EraseClients1796550000000,
  TellChangedLengths1796560000000,
  TellEachClient1796570000000,
  KeepForMonths1796580000000,
  KeepImports1796620000000,
  SayWhoWaits1796630000000,
  FollowWaits1796630001000,
  BookOnAPage1796640000000,
  AgreeToPrivacy1796650000000,
  KeepOlderKeys1796660000000,
  GiveVisitsRooms1796670000000,
  KeepClosuresOfWhoLeft1796680000000,
  WaitForTimes1796690000000,
  ImportAppointments1796700000000,
  NameLanguagesByTags1796710000000,
  CountForReports1796720000000,
  PushToDevices1796725000000,
  ConfirmContacts1796730000000,
  NoteOpenedTimes1796740000000,
  ReadByEachUser1796741000000,
  SumMonthsOfReports1796750000000,
  ShareConversations1796752000000,
  FindByNotes1796754000000,
  AskToConfirm1796757000000,
  MailToWhoBooked1796758000000,
  MentionColleagues1796759000000,
  NameImports1796761000000,
  TellFormerBookers1796762000000,
  SayWhatItIsFor1796763000000,
  AuditWithoutPersons1796764000000,
] as const;
