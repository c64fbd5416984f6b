import { CreateMemory1795390000000 } from './migrations/memory/1795390000000-create-memory';
import { DateFutureMessages1796040000000 } from './migrations/memory/1796040000000-date-future-messages';
import { AgeOfSearchQueue1796040100000 } from './migrations/memory/1796040100000-age-of-search-queue';
import { PartNamespacesOfChats1796040200000 } from './migrations/memory/1796040200000-part-namespaces-of-chats';
import { CountMessagesOfCustomers1796040300000 } from './migrations/memory/1796040300000-count-messages-of-customers';
import { TellMessagesApart1796050000000 } from './migrations/memory/1796050000000-tell-messages-apart';
import { NameHookEvents1796080001000 } from './migrations/memory/1796080001000-name-hook-events';
import { SumLengthsOfDocuments1796130000000 } from './migrations/memory/1796130000000-sum-lengths-of-documents';
import { ScopeState1796160000000 } from './migrations/memory/1796160000000-scope-state';
import { ScopeTasks1796161000000 } from './migrations/memory/1796161000000-scope-tasks';
import { KeepDecisions1796230000000 } from './migrations/memory/1796230000000-keep-decisions';
import { TieSessionsToProjects1796240000000 } from './migrations/memory/1796240000000-tie-sessions-to-projects';
import { KnowSessions1796241000000 } from './migrations/memory/1796241000000-know-sessions';
import { IdentifyProjects1796242000000 } from './migrations/memory/1796242000000-identify-projects';
import { KnowWhatWasSent1796245000000 } from './migrations/memory/1796245000000-know-what-was-sent';
import { OwnTurns1796258000000 } from './migrations/memory/1796258000000-own-turns';
import { ListSessionsOfNoProject1796263000000 } from './migrations/memory/1796263000000-list-sessions-of-no-project';
import { NameWritersOfSessions1796280000000 } from './migrations/memory/1796280000000-name-writers-of-sessions';
import { ArchiveProjects1796290000000 } from './migrations/memory/1796290000000-archive-projects';
import { FindSessionsByDecision1796296000000 } from './migrations/memory/1796296000000-find-sessions-by-decision';
import { ShortenPendingWords1796301000000 } from './migrations/memory/1796301000000-shorten-pending-words';
import { TellOfChangedSessions1796304000000 } from './migrations/memory/1796304000000-tell-of-changed-sessions';
import { ReadShortestDocuments1796305000000 } from './migrations/memory/1796305000000-read-shortest-documents';
import { CutKorean1796306000000 } from './migrations/memory/1796306000000-cut-korean';
import { WriteRemotesAlike1796307000000 } from './migrations/memory/1796307000000-write-remotes-alike';
import { EraseWords1796407000000 } from './migrations/memory/1796407000000-erase-words';
import { ReadNewestKept1796308000000 } from './migrations/memory/1796308000000-read-newest-kept';
import { CutScratchpads1796405000000 } from './migrations/memory/1796405000000-cut-scratchpads';
import { KnowErasedReplies1796420500000 } from './migrations/memory/1796420500000-know-erased-replies';
import { KeepFormerTexts1796500000000 } from './migrations/memory/1796500000000-keep-former-texts';
import { SayHowSummariesWereMade1796500001000 } from './migrations/memory/1796500001000-say-how-summaries-were-made';
import { KeepRequestKeys1796570000000 } from './migrations/memory/1796570000000-keep-request-keys';
import { PlaceRows1796740000000 } from './migrations/memory/1796740000000-place-rows';
import { LeaveDecisionsToTheTeam1796430000000 } from './migrations/memory/1796430000000-leave-decisions-to-the-team';
import { JudgePlaces1796495500000 } from './migrations/memory/1796495500000-judge-places';
import { EditBack1796743000000 } from './migrations/memory/1796743000000-edit-back';
import { KeepProjectsPrivate1796746000000 } from './migrations/memory/1796746000000-keep-projects-private';
import { emptied } from './migrations/step';

/** The name under which Nest knows the second data source. */
export const MEMORY = 'memory';

export const MEMORY_MIGRATIONS = [
  CreateMemory1795390000000,
  DateFutureMessages1796040000000,
  AgeOfSearchQueue1796040100000,
  PartNamespacesOfChats1796040200000,
  CountMessagesOfCustomers1796040300000,
  TellMessagesApart1796050000000,
  NameHookEvents1796080001000,
  SumLengthsOfDocuments1796130000000,
  emptied('QueueChangesOnce1796130001000'),
  ScopeState1796160000000,
  ScopeTasks1796161000000,
  KeepDecisions1796230000000,
  TieSessionsToProjects1796240000000,
  KnowSessions1796241000000,
  IdentifyProjects1796242000000,
  KnowWhatWasSent1796245000000,
  OwnTurns1796258000000,
  ListSessionsOfNoProject1796263000000,
  NameWritersOfSessions1796280000000,
  ArchiveProjects1796290000000,
  FindSessionsByDecision1796296000000,
  emptied('RelateProjectsById1796298000000'),
  ShortenPendingWords1796301000000,
  emptied('LinkProjectsAtOnce1796302000000'),
  TellOfChangedSessions1796304000000,
  ReadShortestDocuments1796305000000,
  CutKorean1796306000000,
  WriteRemotesAlike1796307000000,
  ReadNewestKept1796308000000,
  CutScratchpads1796405000000,
  EraseWords1796407000000,
  KnowErasedReplies1796420500000,
  LeaveDecisionsToTheTeam1796430000000,
  JudgePlaces1796495500000,
  KeepFormerTexts1796500000000,
  SayHowSummariesWereMade1796500001000,
  KeepRequestKeys1796570000000,
  PlaceRows1796740000000,
  EditBack1796743000000,
  KeepProjectsPrivate1796746000000,
] as const;
