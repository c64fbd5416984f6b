import { CreatePanel1795390000000 } from './migrations/panel/1795390000000-create-panel';
import { AddSkippedFirstSteps1795500000000 } from './migrations/panel/1795500000000-add-skipped-first-steps';
import { KeepMoreCounts1795600000000 } from './migrations/panel/1795600000000-keep-more-counts';
import { GiveAppointmentsALife1796020000000 } from './migrations/panel/1796020000000-give-appointments-a-life';
import { FoldResources1796030000000 } from './migrations/panel/1796030000000-fold-resources';
import { DateFutureMessages1796040000000 } from './migrations/panel/1796040000000-date-future-messages';
import { KeepSeveralPhones1796060000000 } from './migrations/panel/1796060000000-keep-several-phones';

export const PANEL_MIGRATIONS = [
  CreatePanel1795390000000,
  AddSkippedFirstSteps1795500000000,
  KeepMoreCounts1795600000000,
  GiveAppointmentsALife1796020000000,
  FoldResources1796030000000,
  DateFutureMessages1796040000000,
  KeepSeveralPhones1796060000000,
] as const;
