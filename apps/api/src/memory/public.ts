export { AnswersContext, contextAnswer } from './brief/context-answer';
export { toldBefore } from './brief/told-before';
export { SessionPlaceRequest } from './session-place';
export { writerOwner } from './readers/reader';
